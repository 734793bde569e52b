import { UNAVAILABLE_HEADER, VaultError } from '#contract/errors/vault-error.ts';
import { UNAVAILABLE } from './thread-messages.ts';

/** No connection, or no response. Thrown only when it is certain that nothing was written. */
export class DatabaseUnavailableError extends VaultError {
  constructor() {
    super(
      'protocol_error',
      'The vault cannot reach its database. Nothing was changed. It continues automatically as soon as the database answers.',
      { headers: { 'retry-after': '1', [UNAVAILABLE_HEADER]: 'database' } },
    );
  }
}

/** A refused statement. Keeps only the SQLSTATE, because PostgreSQL's message may contain values. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string;

  constructor(code: string) {
    super(`PostgreSQL refused a statement (SQLSTATE ${code}).`);
    this.code = code;
  }
}

/** SQLSTATE classes: for a closed connection, and for failures of disk or files. */
const AWAY_CODES = [UNAVAILABLE, '08', '57P', '25P03'];
/** Error codes of a usable connection: a lock was not granted, or a statement took too long. */
const BUSY_CODES = ['55P03', '57014'];
const STORAGE_CODES = ['53', '58', 'XX'];

export function toStorageError(code: string): Error {
  if (AWAY_CODES.some((prefix) => code.startsWith(prefix))) return new DatabaseUnavailableError();
  if (BUSY_CODES.includes(code))
    return new VaultError(
      'protocol_error',
      'The database of the vault took too long. Nothing was changed. Try again.',
      {
        headers: { 'retry-after': '1' },
      },
    );
  const error = new StatementError(code);
  if (!STORAGE_CODES.some((prefix) => code.startsWith(prefix))) return error;
  return new VaultError('protocol_error', 'The vault could not write to its storage.', { cause: error });
}
