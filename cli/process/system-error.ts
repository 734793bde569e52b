/** Translates errors of the operating system and of the database into messages that the caller can act on. */

import { UsageError } from '#cli/exit-codes.ts';
import { UNAVAILABLE_HEADER, VaultError } from '#contract/errors/vault-error.ts';

const PLAIN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; choose another with --port (0 takes a free one)',
  ENOTFOUND: 'is a name this computer cannot resolve; put it into its DNS or hosts file, or give the address',
  EAI_AGAIN: 'cannot be resolved now: no name server answers',
  EADDRNOTAVAIL: 'is not an address of this computer',
  EACCES: 'may not be used: permission denied',
  EPERM: 'may not be used: permission denied',
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EEXIST: 'already exists and is not a folder',
  EISDIR: 'is a folder',
  EBUSY: 'is in use by another program; try again in a moment',
  ETXTBSY: 'is in use by another program; try again in a moment',
  ENAMETOOLONG: 'is too long for a name',
  EROFS: 'cannot be written: the file system is read-only',
};

/** Returns the error to report; other errors stay unchanged. */
export function describeSystemError(error: unknown): unknown {
  // The server's own words promise to continue, which a command that ends does not.
  if (error instanceof VaultError && error.headers[UNAVAILABLE_HEADER] !== undefined)
    return new VaultError(
      error.code,
      'The vault cannot reach its database. Nothing was changed. Start the database or repair the connection, then run this again.',
    );
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (String(error.code).startsWith('SQLITE_'))
    return new VaultError(
      'protocol_error',
      `The database of this vault cannot be used (${String(error.code)}). Run «srvault doctor» to see what is wrong.`,
    );
  if (!('syscall' in error)) return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new VaultError('protocol_error', 'The disk is full. Free space and try again.');
  const plain = PLAIN[String(error.code)];
  return plain === undefined ? error : new UsageError(`${subjectOf(error)} ${plain}.`);
}

function subjectOf(error: Error): string {
  if ('path' in error && typeof error.path === 'string') return error.path;
  if ('hostname' in error && typeof error.hostname === 'string') return error.hostname;
  const address = 'address' in error ? String(error.address) : '';
  return 'port' in error ? `${address} port ${String(error.port)}` : address || 'This';
}
