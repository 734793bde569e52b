/**
 * Sealed files that no row names, under `DIR/quarantine/`, out of the way but whole. Nothing leaves it by itself but
 * back to where it was; only a person's word removes something. Source: sealing design B13.
 */
import { mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isEnoent } from '#server/system/files/is-enoent.ts';

const FOLDER_MODE = 0o700;

export interface Quarantine {
  /** Moves the file here; one of the same name that lies here already stays, and this one gets a number. */
  readonly take: (path: string, name: string) => Promise<void>;
  /** Moves a file back. */
  readonly restoreFile: (name: string, path: string) => Promise<void>;
  readonly pathOf: (name: string) => string;
  readonly list: () => Promise<string[]>;
  /** For good. @returns whether there was one. */
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
      // Only what is listed: a name never becomes a path by itself.
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
