/**
 * The error that services throw: a code, never an HTTP status; `server/http/response/error-handler.ts` alone converts
 * it to a response. The message is for people and never contains clinical content.
 */
import type { ErrorCode } from './error-codes.ts';

/** Header of a 502: the server cannot reach its database and has written nothing. Another server of the vault may. */
export const UNAVAILABLE_HEADER = 'x-vault-away';

export interface VaultErrorOptions {
  readonly cause?: unknown;
  /** Response headers of the error, e.g. `x-latest-version-id` or `retry-after`. */
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

/** The only message of `crypto_error`: the failed check is never revealed (API spec, Errors, 500). */
export const CRYPTO_ERROR_MESSAGE = 'The sealed data did not open.';

/** Error: another process has the data folder open. */
export class FolderInUseError extends VaultError {
  /** @param where address of the running server, as «: at …» */
  constructor(where = '') {
    super('protocol_error', `Another process is already using this vault folder${where}. Stop it first.`);
  }
}
