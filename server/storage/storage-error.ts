import { VaultError } from '#contract/errors/vault-error.ts';

const STORAGE_CODES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_READONLY'];

/** What SQLite says when the disk or the file fails, as `protocol_error`; everything else unchanged. */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const { code } = error;
  if (!STORAGE_CODES.some((prefix) => code.startsWith(prefix))) return error;
  return new VaultError('protocol_error', 'The vault could not write to its storage.', { cause: error });
}

/** Whether SQLite found no room, behind whatever was made of it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'SQLITE_FULL') || isDiskFull(error.cause);
}
