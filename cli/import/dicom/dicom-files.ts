/**
 * Finds the files of a DICOM import: given files, those a DICOMDIR names, folders with everything below. Reports
 * files missing from a DICOMDIR, and an unreadable DICOMDIR.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDicomdir, referencedFiles } from '#dicom/dicomdir.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import type { MissingFile } from '#imports/dicom/run-dicom-import.ts';
import { findReferenced, mediaName } from './find-referenced-file.ts';

const DICOMDIR = 'dicomdir';

export interface FoundFiles {
  readonly files: readonly string[];
  /** Files that a DICOMDIR names but that do not exist, and directories that name none. */
  readonly missing: readonly MissingFile[];
}

/** Finds the DICOM files of the given files, folders and DICOMDIRs. @throws Error if a path does not exist. */
export async function findDicomFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Set<string>();
  const missing = new Map<string, MissingFile>();
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info === undefined) throw new Error(`${path} does not exist.`);
    const below = info.isDirectory() ? await filesBelow(path) : [path];
    for (const file of below) {
      if (mediaName(basename(file)) !== DICOMDIR) files.add(file);
      else for (const lost of await addReferenced(file, files)) missing.set(lost.file, lost);
    }
  }
  return { files: [...files], missing: [...missing.values()] };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Adds the files that a DICOMDIR names. @returns the named files that cannot be found. */
async function addReferenced(dicomdir: string, files: Set<string>): Promise<MissingFile[]> {
  const { named, isWhole } = await readDirectory(dicomdir);
  const missing: MissingFile[] = [];
  if (!isWhole) missing.push({ file: dicomdir, message: UNREADABLE });
  else if (named.length === 0) missing.push({ file: dicomdir, message: EMPTY });
  for (const path of named) {
    const found = await findReferenced(dirname(dicomdir), path);
    for (const file of found) files.add(file);
    if (found.length > 0) continue;
    const message = path.includes('..') ? OUTSIDE : NOT_THERE;
    missing.push({ file: join(dirname(dicomdir), path.join('/')), message });
  }
  return missing;
}

/** Reads a damaged directory as far as possible. */
async function readDirectory(dicomdir: string) {
  try {
    const dataset = openDataset(await readFile(dicomdir));
    return { named: referencedFiles(dataset), isWhole: isDicomdir(dataset) && dataset.isWhole };
  } catch {
    return { named: [], isWhole: false };
  }
}

const NOT_THERE = 'The DICOMDIR names this file, but it is missing.';
const OUTSIDE = 'The DICOMDIR names this file outside of its own folder. Import it by its path.';
const EMPTY = 'This DICOMDIR names no file. Import its folder instead.';
const UNREADABLE =
  'This DICOMDIR cannot be read to its end. Import its folder: that finds files it does not name.';
