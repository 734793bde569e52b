/** Checks that the documented environment variables are exactly those the programs read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

const FAMILIES = 'SRVAULT|SERVICE_API|AWS|ELECTRON|CSC|XDG';
const text = readFileSync(join(ROOT, 'docs', 'guide', 'variables.md'), 'utf8');

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
const programs = read('{cli,server,main,sdk,scripts}/**/*.{ts,mjs}');
const tests = read('test/**/*.ts');
const named = (where: string, families: string) =>
  new Set(where.match(new RegExp(`\\b(?:${families})_[A-Z0-9_]*[A-Z0-9]\\b`, 'g')));

test('every variable the sources name stands in the table', () => {
  const all = [...named(programs, FAMILIES), ...named(tests, 'SRVAULT')];
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('every variable of the table is read', () => {
  const told = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name = '']) => name);
  expect(told.length).toBeGreaterThan(40);
  // Variables read by npm and Node themselves.
  const others = ['NODE_EXTRA_CA_CERTS', 'NODE_DISABLE_COMPILE_CACHE'];
  const sources = programs + tests;
  expect(told.filter((name) => !others.includes(name) && !sources.includes(name))).toEqual([]);
});
