/**
 * Checks that tests which change the process permanently run in one of their own, because other files share
 * processes.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { APART } from '#test/support/isolated-tests.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LASTING =
  /\bvi\.(mock|doMock|stubGlobal)\(|@vitest-environment|process-memory\.ts|memoryUsage|getHeapSnapshot|page-globals|#renderer\/(?:api|state\/(?!languages))/;

const files = globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT });

test('a file that mocks modules, has a DOM, holds what the page holds or looks at its memory runs apart', () => {
  const lasting = files.filter((file) => LASTING.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(lasting.length).toBeGreaterThan(10);
  expect(lasting.filter((file) => !APART.some((glob) => matchesGlob(file, glob)))).toEqual([
    'test/architecture/process-isolation.test.ts',
  ]);
});

test.each(APART)('%s: there are such files', (glob) => {
  expect(files.some((file) => matchesGlob(file, glob))).toBe(true);
});
