/**
 * Second copies of files of the vault, as programs that sync folders make them: two computers wrote the same file. The
 * vault reads none of them, and the one that lies in place may be the older.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import { isForbidden } from './forbidden.ts';

/** What their names hold, by Dropbox, OneDrive, Nextcloud, Syncthing and their like, in their languages. */
const CONFLICTED = /conflict|konflikt|conflit|conflicto|conflito/i;
/** What file managers and Google Drive call a copy. */
const COPY_OF = /^(?:copy of|kopie von|copia de|copie de|cópia de) /i;
/** A file of the vault with something put into its name: `vault (1).sqlite`, `vault-DESKTOP-7.sqlite`. */
const SECOND_COPY = /^(?:vault.+\.sqlite(?:-wal|-shm)?|(?:ca|server|desktop|hl7)[-_ (].*\.(?:crt|key))$/i;
const NUMBERED = /^(?:vault\.sqlite(?:-wal|-shm)?|(?:ca|server|desktop|hl7)\.(?:crt|key)) ?\(\d+\)$/i;

export function isConflictedCopy(path: string): boolean {
  const name = basename(path).normalize('NFC');
  return [CONFLICTED, COPY_OF, SECOND_COPY, NUMBERED].some((pattern) => pattern.test(name));
}

/** Beside the database and in `pki/`. */
export function checkConflictedCopies(root: string): Finding[] {
  return ['', 'pki']
    .flatMap((folder) => namesIn(join(root, folder)).map((name) => join(folder, name)))
    .filter(isConflictedCopy)
    .map((path) => finding('conflicted_copy', path));
}

function namesIn(folder: string): string[] {
  if (isForbidden(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
}
