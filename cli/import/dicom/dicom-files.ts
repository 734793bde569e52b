/**
 * The files an import of DICOM reads: files as they are, a DICOMDIR's own, folders with all below them. A
 * file a DICOMDIR names and that is not there is told.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDicomdir, referencedFiles } from '#dicom/dicomdir.ts';
import { openDataset } from '#dicom/open-dataset.ts';

const DICOMDIR = 'DICOMDIR';

export interface FoundFiles {
  readonly files: readonly string[];
  /** Named by a DICOMDIR, but not there. */
  readonly missing: readonly string[];
}

/** @throws Error when a path does not exist. */
export async function findDicomFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Set<string>();
  const missing = new Set<string>();
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info === undefined) throw new Error(`${path} does not exist.`);
    const below = info.isDirectory() ? await filesBelow(path) : [path];
    for (const file of below) {
      if (basename(file).toUpperCase() !== DICOMDIR) files.add(file);
      else await addReferenced(file, files, missing);
    }
  }
  return { files: [...files], missing: [...missing] };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function addReferenced(dicomdir: string, files: Set<string>, missing: Set<string>): Promise<void> {
  const dataset = openDataset(await readFile(dicomdir));
  if (!isDicomdir(dataset)) return;
  for (const parts of referencedFiles(dataset)) {
    const file = join(dirname(dicomdir), ...parts);
    if (await stat(file).catch(() => undefined)) files.add(file);
    else missing.add(file);
  }
}
