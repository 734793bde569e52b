/** Expands the arguments of an import: files stay, folders become the files below them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SourcePaths {
  readonly files: readonly string[];
  /** Files of other kinds in the folders, and what is no file. */
  readonly skipped: readonly string[];
}

/**
 * Expands folders to the files below them. @throws Error if a path does not exist or a folder contains no such
 * file.
 */
export async function expandPaths(
  paths: readonly string[],
  extensions: readonly string[],
): Promise<SourcePaths> {
  const files: string[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info === undefined) throw new Error(`${path} does not exist.`);
    if (!info.isDirectory()) {
      files.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const hasEnding = (name: string): boolean =>
      extensions.some((extension) => name.toLowerCase().endsWith(extension));
    const sources: string[] = [];
    for (const entry of entries) {
      if (entry.isDirectory()) continue;
      // A link could lead out of a folder that somebody handed over, and reading a named pipe never ends.
      const isSource = entry.isFile() && hasEnding(entry.name);
      (isSource ? sources : skipped).push(join(entry.parentPath, entry.name));
    }
    if (sources.length === 0)
      throw new Error(`${path} has no ${extensions.join(', ')} file. Check the path.`);
    files.push(...sources.sort());
  }
  return { files, skipped: skipped.sort() };
}
