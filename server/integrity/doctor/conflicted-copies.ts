/**
 * Detects conflicted copies of vault files, as folder-sync programs make them when two computers wrote the same file.
 * The vault reads none of them, and the file in place may be the older one.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { isForbidden } from './is-read-forbidden.ts';

/**
 * Words for "conflict" in file names of Dropbox, Nextcloud, Syncthing, Seafile, Synology and similar programs, in their
 * languages.
 */
const CONFLICTED = /confli[ckt]|konflikt|конфл[иі]кт|競合|冲突|衝突|충돌|çakış|ütköz|ristiriit|διένεξη/i;
/** "Copy of" as file managers and Google Drive write it, in several languages. */
const COPY_OF = /^(?:copy of|kopie von|copia de|copie de|cópia de|copia di|kopie van|kopia av|kopi af) /i;
/** `vault (1).sqlite`, `vault 2.sqlite`, `vault-DESKTOP-7.sqlite`, `vault - Copy.sqlite`. */
const SECOND_DATABASE = /^vault.+\.sqlite(?:-wal|-shm)?$/i;
/** A vault file's name with something inserted. */
const SECOND_FILE =
  /^(?:(?:ca|server|desktop|hl7)[-_ ([].*\.(?:crt|key)|(?:run|newest-release)[-_ ([].*\.json|lock[-_ ([].*\.sqlite)$/i;
/** A number after the whole name, as iCloud, Google Drive and OneDrive add it to files and folders. */
const NUMBERED =
  /^(?:(?:vault|lock)\.sqlite(?:-wal|-shm)?|(?:ca|server|desktop|hl7)\.(?:crt|key)|run\.json|pki|blobs|search|quarantine|upgrades|clinic|remote|travel|store|files|copy|reserve)(?: ?\(\d+\)| \d+|-[A-Z\d]+(?:-[A-Z\d]+)*)$/;
/** A sealed file's name is its id; here something follows it. */
const SECOND_BLOB = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\.part$)./i;
/** Folders with files the vault cannot run without. */
const FOLDERS = ['', 'pki', 'clinic', 'remote'];

export function isConflictedCopy(path: string): boolean {
  const name = basename(path).normalize('NFC');
  return [CONFLICTED, COPY_OF, SECOND_DATABASE, SECOND_FILE, NUMBERED, SECOND_BLOB].some((pattern) =>
    pattern.test(name),
  );
}

/** Checks the data folder and `pki/`. */
export function checkConflictedCopies(root: string): Finding[] {
  return FOLDERS.flatMap((folder) => namesIn(join(root, folder)).map((name) => join(folder, name)))
    .filter(isConflictedCopy)
    .map((path) => finding('conflicted_copy', path));
}

function namesIn(folder: string): string[] {
  if (isForbidden(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder);
}
