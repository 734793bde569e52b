/**
 * The error every service throws. It names a code, never an HTTP status; `server/http/response/error-handler.ts`
 * alone turns it into an answer. The message is for people and never holds clinical content.
 */
import type { ErrorCode } from './error-codes.ts';

/** On a 502: the server does not reach its database and has written nothing. Another server of the vault may. */
export const AWAY_HEADER = 'x-vault-away';

export interface VaultErrorOptions {
  readonly cause?: unknown;
  /** Response headers that belong to the error, e.g. `x-latest-version-id` or `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: VaultErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

/** The one message of `crypto_error`, whatever failed: which check failed is never told (API spec, Errors, 500). */
export const CRYPTO_ERROR_MESSAGE = 'The sealed data did not open.';

/** Another process holds the data folder. */
export class FolderInUseError extends VaultError {
  /** @param where it is served, as «: at …» */
  constructor(where = '') {
    super('protocol_error', `Another process is already using this vault folder${where}.`);
  }
}
