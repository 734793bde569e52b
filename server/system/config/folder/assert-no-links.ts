/**
 * Refuses links inside a vault's folder, because through one, another user could make the vault write outside it. The
 * folder itself may be reached by a link. Of hard links only databases are refused: all other files are replaced, and
 * never written where they lie.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Deeper files are named by ids and never overwritten. */
const DEPTH = 2;
/** Files that SQLite writes where they lie. */
const DATABASE = /\.sqlite(?:-wal|-shm|-journal)?$/;

/** Requires that a folder contains no links. @throws protocol_error */
export function assertNoLinks(root: string): void {
  lookInto(root, DEPTH);

  function lookInto(folder: string, depth: number): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        throw new VaultError(
          'protocol_error',
          `«${relative(root, path)}» in the vault's folder is a link. A vault does not write through links. Put the file or folder itself there, then start again.`,
        );
      }
      if (DATABASE.test(entry.name) && namesOf(path) > 1) {
        throw new VaultError(
          'protocol_error',
          `«${relative(root, path)}» in the vault's folder has another name elsewhere (a hard link), which would be written as well. Put a copy of the file there, then start again.`,
        );
      }
      if (entry.isDirectory() && depth > 1) lookInto(path, depth - 1);
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Unreadable folders are reported by the code that needs them.
    return [];
  }
}

/** Number of names of a file; none for one that has just gone. */
function namesOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.nlink ?? 0;
}
