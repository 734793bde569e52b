/**
 * Why a database cannot be opened, told apart by the code of the system or of SQLite. Only what SQLite itself calls
 * corrupt is damage: advice to restore a backup over a healthy vault loses what was written since.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { type Finding, type FindingCode, finding } from '#contract/maintenance/findings.ts';

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
  // Of a disk, or a share of another computer, that has gone.
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
/** SQLite read it, and it made no sense. Whatever else fails, memory and handles too, says nothing of what lies there. */
const SENSELESS = /^(SQLITE_(ERROR|FORMAT|MISMATCH|SCHEMA|RANGE|CONSTRAINT|INTERNAL).*)?$/;

/** The code of the system or of SQLite; empty where the error has none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether `whyUnreadable` knows the reason, so that the error is no failure of the program. */
export function isStorageReason(error: unknown): boolean {
  return BY_CODE.some(([prefix]) => codeOf(error).startsWith(prefix));
}

export function whyUnreadable(error: unknown): Finding {
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
