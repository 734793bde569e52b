/**
 * What the SDK throws. An answer of the vault becomes a `VaultApiError` (with subclasses only for 401 and
 * 409, where programs act differently); a connection that failed, a time-out and an abort by the caller
 * have classes of their own, because then nobody knows what the vault did.
 * Source: API spec, "Errors", rule 2; choices, "Error codes".
 */

export interface VaultApiErrorFields {
  readonly code: string;
  readonly message: string;
  /** HTTP status; 502 where the answer was outside the protocol. */
  readonly status: number;
  readonly trace_id?: string | undefined;
  readonly request_id?: string | undefined;
  /** Seconds the vault asked to wait (`Retry-After`), where it did. */
  readonly retry_after?: number | undefined;
}

export class VaultApiError extends Error {
  override readonly name: string = 'VaultApiError';
  readonly code: string;
  readonly status: number;
  readonly trace_id: string | undefined;
  readonly request_id: string | undefined;
  readonly retry_after: number | undefined;

  constructor(fields: VaultApiErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.trace_id = fields.trace_id;
    this.request_id = fields.request_id;
    this.retry_after = fields.retry_after;
  }
}

/** 401: no certificate, no session, a rejected, expired or locked one, or a refused secret. */
export class AuthenticationError extends VaultApiError {
  override readonly name = 'AuthenticationError';
}

/** 409. For `version_conflict` and `draft_conflict` it says where the document stands now. */
export class ConflictError extends VaultApiError {
  override readonly name = 'ConflictError';
  readonly latest_version_id: string | undefined;
  readonly latest_draft_rev: string | undefined;

  constructor(fields: VaultApiErrorFields, latest: { version_id?: string; draft_rev?: string } = {}) {
    super(fields);
    this.latest_version_id = latest.version_id;
    this.latest_draft_rev = latest.draft_rev;
  }
}

/** The vault could not be reached, or the connection broke before the whole answer was there. */
export class APIConnectionError extends Error {
  override readonly name: string = 'APIConnectionError';
  /** True where nothing of the request can have arrived: repeating it is safe. */
  readonly unsent: boolean;
  /** True where trying again cannot help: the certificates do not fit. */
  readonly permanent: boolean;

  constructor(message: string, options: { cause?: unknown; unsent?: boolean; permanent?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.unsent = options.unsent ?? false;
    this.permanent = options.permanent ?? false;
  }
}

export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = 'APIConnectionTimeoutError';
}

/** The caller's own `AbortSignal` fired. */
export class APIUserAbortError extends Error {
  override readonly name = 'APIUserAbortError';

  constructor() {
    super('The request was aborted by the caller.');
  }
}

/** A downloaded or read-back file is not the one that was expected. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}
