/**
 * Refuses links inside a vault's folder, because through one, another user could make the vault write outside it. The
 * folder itself may be reached by a link.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Deeper files are named by ids and never overwritten. */
const DEPTH = 2;

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
