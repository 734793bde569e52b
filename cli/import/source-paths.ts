/** Expands the arguments of an import: files as they are, folders to the files below them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** @throws Error when a path does not exist or a folder holds no such file. */
export async function expandPaths(paths: readonly string[], extension: string): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info === undefined) throw new Error(`${path} does not exist.`);
    if (!info.isDirectory()) {
      files.push(path);
      continue;
    }
    const names = await readdir(path, { recursive: true });
    const found = names.filter((name) => name.toLowerCase().endsWith(extension)).sort();
    if (found.length === 0) throw new Error(`${path} holds no ${extension} file.`);
    files.push(...found.map((name) => join(path, name)));
  }
  return files;
}
