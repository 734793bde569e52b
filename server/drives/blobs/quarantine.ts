/**
 * Keeps sealed files that no row references under `DIR/quarantine/`, intact. Files leave it automatically only back to
 * their place; deleting needs a person's decision. Source: sealing design B13.
 */
import { mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isEnoent } from '#server/system/files/is-enoent.ts';

const FOLDER_MODE = 0o700;

export interface Quarantine {
  /** Moves a file here; adds a number to its name if one of that name is already here. */
  readonly take: (path: string, name: string) => Promise<void>;
  /** Moves a file back. */
  readonly restoreFile: (name: string, path: string) => Promise<void>;
  readonly pathOf: (name: string) => string;
  readonly list: () => Promise<string[]>;
  /** Deletes for good. @returns true if the file existed. */
  readonly remove: (name: string) => Promise<boolean>;
}

export function createQuarantine(dataDir: string): Quarantine {
  const folder = join(dataDir, 'quarantine');

  async function list(): Promise<string[]> {
    return ifThere(() => readdir(folder), []);
  }

  return {
    async take(path, name) {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      let target = join(folder, name);
      for (let number = 2; await exists(target); number += 1) target = join(folder, `${name}.${number}`);
      await rename(path, target);
    },
    restoreFile: (name, path) => rename(join(folder, name), path),
    pathOf: (name) => join(folder, name),
    list,
    async remove(name) {
      // Only listed names, so that a name never becomes an arbitrary path.
      if (!(await list()).includes(name)) return false;
      return ifThere(() => unlink(join(folder, name)).then(() => true), false);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return ifThere(() => stat(path).then(() => true), false);
}

async function ifThere<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isEnoent(error)) return otherwise;
    throw error;
  }
}
