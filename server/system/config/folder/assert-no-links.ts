/**
 * Refuses links inside a vault's folder, because through one, another user could make the vault write outside it. The
 * folder itself may be reached by a link. Of hard links only databases are refused: all other files are replaced, and
 * never written where they lie. SQLite writes beside a database it only reads, and opening a named pipe in the place of
 * one of its files would never end, so whoever reads a database asks here too.
 */
import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Deeper files are named by ids and never overwritten. */
const DEPTH = 2;
/** What SQLite keeps beside a database, and writes where it lies. */
const COMPANIONS = ['-wal', '-shm', '-journal'];
const DATABASE = /\.sqlite(?:-wal|-shm|-journal)?$/;

/** Thrown for what must not be in the place of a vault's file. */
export class UnsafeFolderError extends VaultError {
  /** Path inside the folder. */
  readonly file: string;

  constructor(file: string, what: string) {
    super('protocol_error', `«${file}» in the vault's folder ${what}, then start again.`);
    this.file = file;
  }
}

/** Requires that a folder contains no links. @throws protocol_error */
export function assertNoLinks(root: string): void {
  lookInto(root, DEPTH);

  function lookInto(folder: string, depth: number): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        throw new UnsafeFolderError(
          relative(root, path),
          'is a link. A vault does not write through links. Put the file or folder itself there',
        );
      }
      if (DATABASE.test(entry.name)) assertOwnFile(path, relative(root, path));
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

/**
 * Requires that SQLite may open a database: it and what is beside it are files, and what is written has no other name.
 * @throws protocol_error
 */
export function assertDatabaseFiles(database: string): void {
  const name = basename(database);
  const found = lstatSync(database, { throwIfNoEntry: false });
  if (found !== undefined) assertFile(found, name);
  for (const end of COMPANIONS) assertOwnFile(database + end, name + end);
}

/** The same of a database that is written. @throws protocol_error */
export function assertOwnDatabase(database: string): void {
  for (const end of ['', ...COMPANIONS]) assertOwnFile(database + end, basename(database) + end);
}

function assertOwnFile(path: string, name: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  assertFile(found, name);
  if (found.nlink > 1)
    throw new UnsafeFolderError(
      name,
      'has another name elsewhere (a hard link), which would be written as well. Put a copy of the file there',
    );
}

function assertFile(found: Stats, name: string): void {
  if (!found.isFile())
    throw new UnsafeFolderError(name, 'is no file. Put the file itself there from a backup, or remove it');
}
