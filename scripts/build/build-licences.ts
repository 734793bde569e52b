/**
 * Collects the licences shown in the interface: every runtime package of the lock file with the texts from its
 * folder. Packages of other platforms have no text.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

const PLACE = 'node_modules/';
const TEXT_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i;

/** Returns the format that `renderer/api/licences.ts` reads. */
export function licencesOf(root = ROOT) {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf(PLACE) + PLACE.length),
      version,
      licence: license,
      text: textOf(join(root, path)),
    }));
  return { packages: packages.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

function textOf(folder: string): string {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && TEXT_FILE.test(entry.name),
  );
  return names
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .sort()
    .join('\n\n');
}

/** Builds the licences file into the interface's folder, because both are shipped together. */
export function buildLicences(outDir = join(ROOT, 'dist', 'renderer')): void {
  writeFileSync(join(outDir, 'licences.json'), JSON.stringify(licencesOf()));
}
