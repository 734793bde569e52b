import { VaultError } from '#contract/errors/vault-error.ts';

const STORAGE_CODES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_READONLY'];

/** Converts SQLite's disk and file errors to `protocol_error`; returns other errors unchanged. */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const { code } = error;
  if (!STORAGE_CODES.some((prefix) => code.startsWith(prefix))) return error;
  return new VaultError('protocol_error', 'The vault could not write to its storage.', { cause: error });
}

/** True when SQLite found the disk full, also where the error was wrapped. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'SQLITE_FULL') || isDiskFull(error.cause);
}
