/**
 * Finds a file that a DICOMDIR names, as readers of media do. Tries the exact name first. Then it ignores case, the
 * ISO 9660 version (`;1`), an ending `.dcm`, final dots and blanks, and composition of umlauts. Also accepts the
 * replacements that burning programs write for letters missing from ISO 9660.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { trimEndOf } from '#records/trim-end.ts';

/** Name comparisons, from the strictest to the loosest. */
const LIKENESSES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFC'),
  (name) => folded(name),
  (name) => withoutVersion(folded(name)),
  (name) => mediaName(name),
  (name) => burntName(name),
];

/**
 * Returns every file of the best match: two if both match equally. Returns none if the path leaves the folder.
 * @param folder that contains the DICOMDIR.
 */
export async function findReferenced(folder: string, path: readonly string[]): Promise<string[]> {
  if (path.includes('..')) return [];
  let places = [folder];
  for (const [at, part] of path.entries()) {
    const isFile = at === path.length - 1;
    const found = await Promise.all(places.map((place) => entriesLike(place, part, isFile)));
    places = found.flat();
  }
  return places;
}

/** Strips what file systems add to a name on media. */
export function mediaName(name: string): string {
  return trimEndOf(withoutVersion(folded(name)).replace(/\.(?:dcm|dicom)$/, ''), /[. ]/);
}

/** Replaces letters missing from ISO 9660 by underscores, and removes a short ending. */
function burntName(name: string): string {
  return mediaName(name)
    .replace(/\.[a-z]{2,4}$/, '')
    .replaceAll(/[^a-z0-9_]/g, '_');
}

async function entriesLike(folder: string, written: string, isFile: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    // Neither links, which could lead off the medium, nor named pipes, which never end.
    .filter((entry) => (isFile ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name);
  for (const likeness of LIKENESSES) {
    const alike = names.filter((name) => likeness(name) === likeness(written));
    if (alike.length > 0) return alike.sort().map((name) => join(folder, name));
  }
  return [];
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function withoutVersion(name: string): string {
  return name.replace(/;\d+$/, '').replace(/\.$/, '');
}
