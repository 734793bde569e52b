/**
 * Explains why a database cannot be opened, by the error code of the system or of SQLite. Only corruption reported by
 * SQLite counts as damage, because restoring a backup over a healthy vault loses newer work.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { type Finding, type FindingCode, finding } from '#contract/maintenance/findings.ts';
import { UnsafeFolderError } from '#server/system/config/folder/assert-no-links.ts';

const BY_CODE: readonly (readonly [prefix: string, code: FindingCode])[] = [
  ['SQLITE_NOTADB', 'database_not_a_vault'],
  ['SQLITE_CORRUPT', 'database_damaged'],
  ['SQLITE_FULL', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['SQLITE_BUSY', 'database_busy'],
  ['SQLITE_LOCKED', 'database_busy'],
  ['SQLITE_IOERR', 'disk_failing'],
  ['EIO', 'disk_failing'],
  // A disk, or a share of another computer, that is gone.
  ['ESTALE', 'disk_failing'],
  ['ENXIO', 'disk_failing'],
  ['ENODEV', 'disk_failing'],
  ['ENOTCONN', 'disk_failing'],
  ['EHOSTDOWN', 'disk_failing'],
  ['EREMOTEIO', 'disk_failing'],
  ['ETIMEDOUT', 'disk_failing'],
  ['SQLITE_CANTOPEN', 'database_not_readable'],
  ['SQLITE_READONLY', 'database_not_readable'],
  ['SQLITE_PERM', 'database_not_readable'],
  ['SQLITE_AUTH', 'database_not_readable'],
  ['EACCES', 'database_not_readable'],
  ['EPERM', 'database_not_readable'],
  ['EROFS', 'database_not_readable'],
];
/**
 * SQLite read the file and found it malformed. All other errors, such as memory or file handles, say nothing about the
 * content.
 */
const SENSELESS = /^(SQLITE_(ERROR|FORMAT|MISMATCH|SCHEMA|RANGE|CONSTRAINT|INTERNAL).*)?$/;

/** The code of the system or of SQLite; empty where the error has none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True when `whyUnreadable` knows the cause, so that the error is not a program failure. */
export function isStorageReason(error: unknown): boolean {
  return BY_CODE.some(([prefix]) => codeOf(error).startsWith(prefix));
}

export function whyUnreadable(error: unknown): Finding {
  if (error instanceof UnsafeFolderError) return finding('folder_unsafe', error.file);
  if (error instanceof VaultError) return finding('database_not_a_vault');
  const code = codeOf(error);
  const known = BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1];
  const found = known ?? (SENSELESS.test(code) ? 'database_damaged' : 'database_not_readable');
  return found === 'database_not_readable' ? notReadable(code) : finding(found);
}

export function notReadable(code: string): Finding {
  return finding('database_not_readable', null, `It ran as ${userName()} (${code}).`);
}

function userName(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? 'this user' : `user number ${uid}`;
}
