/**
 * Second copies of files of the vault, as programs that sync folders make them: two computers wrote the same file. The
 * vault reads none of them, and the one that lies in place may be the older.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { isForbidden } from './forbidden.ts';

/**
 * What their names hold, by Dropbox, Nextcloud, Syncthing, Seafile, Synology and their like, in their languages: conflict,
 * Konflikt, conflit, conflicto, conflito, conflitto, конфликт, конфлікт, 競合, 冲突, 衝突, 충돌 and so on.
 */
const CONFLICTED = /confli[ckt]|konflikt|конфл[иі]кт|競合|冲突|衝突|충돌|çakış|ütköz|ristiriit|διένεξη/i;
/** What file managers and Google Drive call a copy. */
const COPY_OF = /^(?:copy of|kopie von|copia de|copie de|cópia de|copia di|kopie van|kopia av|kopi af) /i;
/** `vault (1).sqlite`, `vault 2.sqlite`, `vault-DESKTOP-7.sqlite`, `vault - Copy.sqlite`. */
const SECOND_DATABASE = /^vault.+\.sqlite(?:-wal|-shm)?$/i;
/** Something put into the name of another file of the vault. */
const SECOND_FILE =
  /^(?:(?:ca|server|desktop|hl7)[-_ ([].*\.(?:crt|key)|(?:run|newest-release)[-_ ([].*\.json|lock[-_ ([].*\.sqlite)$/i;
/** Numbered behind the whole name, as iCloud, Google Drive and OneDrive do with files and folders alike. */
const NUMBERED =
  /^(?:(?:vault|lock)\.sqlite(?:-wal|-shm)?|(?:ca|server|desktop|hl7)\.(?:crt|key)|run\.json|pki|blobs|search|quarantine|upgrades|clinic|remote|travel|store|files|copy|reserve)(?: ?\(\d+\)| \d+|-[A-Z\d]+(?:-[A-Z\d]+)*)$/;
/** A sealed file has an id as its name and nothing behind. */
const SECOND_BLOB = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\.part$)./i;
/** Where what the vault cannot do without lies. */
const FOLDERS = ['', 'pki', 'clinic', 'remote'];

export function isConflictedCopy(path: string): boolean {
  const name = basename(path).normalize('NFC');
  return [CONFLICTED, COPY_OF, SECOND_DATABASE, SECOND_FILE, NUMBERED, SECOND_BLOB].some((pattern) =>
    pattern.test(name),
  );
}

/** Beside the database and in `pki/`. */
export function checkConflictedCopies(root: string): Finding[] {
  return FOLDERS.flatMap((folder) => namesIn(join(root, folder)).map((name) => join(folder, name)))
    .filter(isConflictedCopy)
    .map((path) => finding('conflicted_copy', path));
}

function namesIn(folder: string): string[] {
  if (isForbidden(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder);
}
