/** Checks that the version increases with every release and determines the schema a program writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { newestRelease } from '#scripts/releasing/changelog.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { isNewer } from '#server/system/config/newest-release.ts';
import { root } from './import-graph.ts';

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const FROZEN = join(root, 'test', 'fixtures', 'vaults');
/** Offset of `user_version` in a SQLite file's header: 4 bytes, big-endian. */
const USER_VERSION_AT = 60;
const fragments = readdirSync(join(root, 'changelog', 'unreleased')).filter((name) => name !== 'README.md');

test('package.json, its lock and the program name one version', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const told = [JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version];
  expect(told).toEqual(told.map(() => PROGRAM_VERSION));
});

test('what has changed since a release has a version above it', () => {
  const released = newestRelease(read('CHANGELOG.md'));
  expect(released).toBeDefined();
  if (fragments.length > 0) expect(isNewer(PROGRAM_VERSION, released ?? '')).toBe(true);
  else expect(isNewer(released ?? '', PROGRAM_VERSION)).toBe(false);
});

test('a new schema has a frozen vault, of this version or one before it', () => {
  const frozen = readdirSync(FROZEN).sort((left, right) => (isNewer(left, right) ? 1 : -1));
  const newest = frozen.at(-1) ?? '';
  expect(isNewer(newest, PROGRAM_VERSION)).toBe(false);
  const database = readFileSync(join(FROZEN, newest, 'vault', 'vault.sqlite'));
  expect(database.readUInt32BE(USER_VERSION_AT)).toBe(Math.max(...MIGRATIONS.map(({ id }) => id)));
});
