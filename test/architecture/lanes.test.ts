/** Checks that each test file does only what its lane allows, and that no test is skipped without a reason. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANES, type Lane, laneOf } from '#test/support/lanes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const files = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT });

/** Modules that only one lane may reach, directly or through other test code. */
const DOORS: Readonly<Record<'server' | 'peer' | 'process' | 'slice', RegExp>> = {
  server: /^test\/support\/prepared-vault\.ts$|server\/start-server\.ts$/,
  process: /^node:child_process$|^test\/cli\/run-srvault\.ts$/,
  peer: /^playwright$|^scripts\/(?:find-chromium|orthanc|postgres\/cluster|s3\/radosgw)\.ts$|^test\/support\/dicom\/peer\.ts$/,
  slice: /^test\/lanes\/runner\/run-lane\.ts$/,
};
/** Requirements of external programs, as in `needs('zsh')`. */
const NEEDS = /\b(?:needs|needsChromium|needsPostgres|needsRadosgw|requirePrograms|requirePeer)\(/;

/** Modules that refer to a lane's module without using it: where tests run on PostgreSQL, and why not. */
const CLOSED = ['test/support/postgres.ts', 'test/support/left-out.ts'];
/** Uses git only to list file names. */
const EXEMPT = ['test/architecture/top-level.test.ts'];

const importsOf = new Map<string, readonly string[]>();

function imports(file: string): readonly string[] {
  const known = importsOf.get(file);
  if (known !== undefined) return known;
  const path = join(ROOT, file);
  const isOurs = /^(?:test|scripts|lanes)\//.test(file) && existsSync(path);
  const text = isOurs ? readFileSync(path, 'utf8').replaceAll(/^import type .*$/gm, '') : '';
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => {
    if (name.startsWith('#')) return name.slice(1);
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name;
  });
  importsOf.set(file, found);
  return found;
}

function reached(file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  // Iterating a set visits elements added meanwhile.
  for (const at of seen) {
    for (const next of imports(at)) if (!CLOSED.includes(next)) seen.add(next);
  }
  return seen;
}

/** Returns the lane that a file's content requires. */
function laneByContent(file: string): Lane {
  const modules = [...reached(file)];
  const opens = (lane: keyof typeof DOORS) => modules.some((name) => DOORS[lane].test(name));
  if (opens('slice')) return 'slice';
  if (opens('peer') || NEEDS.test(readFileSync(join(ROOT, file), 'utf8'))) return 'peer';
  if (opens('process')) return 'process';
  return opens('server') ? 'server' : 'pure';
}

/** Lanes whose content a file of each lane may have: it may do less than its lane, not more. */
const MAY: Readonly<Record<Lane, readonly Lane[]>> = {
  pure: ['pure'],
  server: ['pure', 'server'],
  process: ['process'],
  peer: ['peer'],
  slice: LANES,
};

describe('a test file', () => {
  test('does what its lane allows: else its suffix is wrong, see test/README.md', () => {
    const wrong = files
      .filter((file) => !EXEMPT.includes(file) && file !== 'test/architecture/lanes.test.ts')
      .map((file) => ({ file, lane: laneOf(file), does: laneByContent(file) }))
      .filter(({ lane, does }) => !MAY[lane].includes(does));
    expect(wrong).toEqual([]);
  });

  test.each(LANES)('of the lane %s exists', (lane) => {
    expect(files.filter((file) => laneOf(file) === lane).length).toBeGreaterThan(5);
  });

  test('leaves a test out by `needs`, `onlyWhere`, `unless` or `context.skip(reason)`, which say why', () => {
    const silent = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return /\b(?:describe|test|it)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo)\b|\bcontext\.skip\(\)/.test(text);
    });
    expect(silent.filter((file) => file !== 'test/architecture/lanes.test.ts')).toEqual([]);
  });
});
