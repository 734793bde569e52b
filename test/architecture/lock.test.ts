/** Checks that the lock file supports every platform and contains no registry host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface LockEntry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, LockEntry>> };

/** Returns true if Node would find `name` from the package at `path`. */
function isListed(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

describe('package-lock.json', () => {
  test('lists the optional packages of every platform, those of others than this one too', () => {
    const missing = Object.entries(packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isListed(path, name)),
    );
    expect(missing).toEqual([]);
  });

  test('holds the check sum of every package, so that none is installed unchecked', () => {
    const unchecked = Object.entries(packages).filter(
      ([path, { link, integrity }]) =>
        path.includes('node_modules/') && link !== true && !integrity?.startsWith('sha512-'),
    );
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  test('holds no download address', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
  });
});
