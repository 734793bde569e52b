/** Each test file does what its lane allows, and no test is left out without a word. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANES, type Lane, laneOf } from '#test/support/lanes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const files = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT });

/** What a lane may not reach through the code of tests and scripts: each door leads to one lane. */
const DOORS: Readonly<Record<'server' | 'peer' | 'process' | 'slice', RegExp>> = {
  server: /^test\/support\/prepared-vault\.ts$|server\/start-server\.ts$/,
  process: /^node:child_process$|^test\/cli\/run-srvault\.ts$/,
  peer: /^playwright$|^scripts\/(?:find-chromium|orthanc|postgres\/cluster|s3\/radosgw)\.ts$|^test\/support\/dicom\/peer\.ts$/,
  slice: /^test\/lanes\/runner\/run-lane\.ts$/,
};
/** Peers of others that are needed nowhere else: `needs('zsh')`. */
const NEEDS = /\b(?:needs|needsChromium|needsPostgres|needsRadosgw|requirePrograms|requirePeer)\(/;

/** Through these a file reaches a door and does not open it: where tests run on PostgreSQL, and why they do not. */
const CLOSED = ['test/support/postgres.ts', 'test/support/left-out.ts'];
/** Asks git for the names of files alone. */
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
  // A set is walked on while it grows.
  for (const at of seen) {
    for (const next of imports(at)) if (!CLOSED.includes(next)) seen.add(next);
  }
  return seen;
}

/** The lane a file belongs to by what it does. */
function laneByContent(file: string): Lane {
  const modules = [...reached(file)];
  const opens = (lane: keyof typeof DOORS) => modules.some((name) => DOORS[lane].test(name));
  if (opens('slice')) return 'slice';
  if (opens('peer') || NEEDS.test(readFileSync(join(ROOT, file), 'utf8'))) return 'peer';
  if (opens('process')) return 'process';
  return opens('server') ? 'server' : 'pure';
}

/** A lane may do less than it is for, but not more. */
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
