/** Checks that the bill of materials lists exactly the shipped packages of the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sbomText } from '#scripts/pack/sbom.ts';

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
}

const root = join(import.meta.dirname, '..', '..', '..');
const lock: { packages: Record<string, { version: string; dev?: boolean; integrity?: string }> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

test('every package of the run time with version, address, hash and licence; none of development', () => {
  const bom: { bomFormat: string; specVersion: string; components: Component[] } = JSON.parse(sbomText());
  expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.6']);
  const shipped = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  expect(bom.components).toHaveLength(shipped.length);
  const sqlite = bom.components.find(({ name }) => name === 'better-sqlite3');
  const locked = lock.packages['node_modules/better-sqlite3'];
  expect(sqlite).toMatchObject({
    version: locked?.version,
    purl: `pkg:npm/better-sqlite3@${locked?.version}`,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(locked?.integrity?.slice('sha512-'.length) ?? '', 'base64').toString('hex'),
      },
    ],
  });
  expect(bom.components.map(({ purl }) => purl)).toContainEqual(
    expect.stringMatching(/^pkg:npm\/%40noble\/hashes@/),
  );
  expect(bom.components.some(({ name }) => name === 'vitest')).toBe(false);
  // These two state MIT only in their files.
  const without = bom.components.filter(({ licenses }) => licenses === undefined);
  expect(without.map(({ name }) => name)).toEqual(['memorystream', 'png-js']);
});

test('the same lock gives the same bytes', () => {
  expect(sbomText()).toBe(sbomText());
});
