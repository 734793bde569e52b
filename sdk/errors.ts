/**
 * Errors of the SDK. An error response becomes a `VaultApiError`, with subclasses for 401 and 409. Failed
 * connections, time-outs and aborts have their own classes, because then the effect of the request is unknown.
 * Source: API spec, "Errors", rule 2; choices, "Error codes".
 */

export interface VaultApiErrorFields {
  readonly code: string;
  readonly message: string;
  /** HTTP status; 502 if the response broke the protocol. */
  readonly status: number;
  readonly trace_id?: string | undefined;
  readonly request_id?: string | undefined;
  /** Seconds to wait, from `Retry-After`, if given. */
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

/** 401: no certificate, no session, a rejected, expired or locked one, or a rejected secret. */
export class AuthenticationError extends VaultApiError {
  override readonly name = 'AuthenticationError';
}

/** 409. For `version_conflict` and `draft_conflict` it has the document's present version. */
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

/** The vault is unreachable, or the connection broke before the complete response. */
export class APIConnectionError extends Error {
  override readonly name: string = 'APIConnectionError';
  /** True if nothing of the request can have arrived, so that repeating it is safe. */
  readonly unsent: boolean;
  /** True if a retry cannot help, because the certificates do not match. */
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

/** The caller's own `AbortSignal` was triggered. */
export class APIUserAbortError extends Error {
  override readonly name = 'APIUserAbortError';

  constructor() {
    super('The request was aborted by the caller.');
  }
}

/** A downloaded or read-back file differs from the expected one. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}
