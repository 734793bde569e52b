/**
 * Finds a file a DICOMDIR names as readers of media do: exactly as written, else without regard to case, to the version
 * of ISO 9660 (`;1`), to an ending `.dcm`, to dots and blanks at the end, to how an umlaut is composed, and to what
 * programs that burn media write for letters ISO 9660 does not have.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** From the most to the least like what is written. */
const LIKENESSES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFC'),
  (name) => folded(name),
  (name) => withoutVersion(folded(name)),
  (name) => mediaName(name),
  (name) => burntName(name),
];

/**
 * Every file that is most like what is written: two where two are equally like it. None where the path leaves the folder.
 * @param folder where the DICOMDIR lies.
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

/** The name of a file on media, without what systems add to it. */
export function mediaName(name: string): string {
  return withoutVersion(folded(name))
    .replace(/\.(?:dcm|dicom)$/, '')
    .replace(/[. ]+$/, '');
}

/** Letters beyond those of ISO 9660 as its underline, and without any short ending. */
function burntName(name: string): string {
  return mediaName(name)
    .replace(/\.[a-z]{2,4}$/, '')
    .replaceAll(/[^a-z0-9_]/g, '_');
}

async function entriesLike(folder: string, written: string, isFile: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => (isFile ? !entry.isDirectory() : !entry.isFile()))
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
