/** Checks that the text of every mutant still exists in its file, and that its tests exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from '#lanes/mutation/all-mutants.ts';
import { mutate } from '#lanes/mutation/mutant.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('there are mutants of every part they are meant for', () => {
  const parts = ['lib/crypto/', 'server/documents/', 'server/identity/sessions/', 'sdk/', 'renderer/state/'];
  for (const part of parts) {
    expect(MUTANTS.filter(({ file }) => file.startsWith(part)).length, part).toBeGreaterThan(9);
  }
});

test.each(MUTANTS)('$file, $what: still stands there once, and its tests are there', (mutant) => {
  const source = readFileSync(join(root, mutant.file), 'utf8');
  expect(mutate(source, mutant)).not.toBe(source);
  for (const file of mutant.tests) expect(existsSync(join(root, file)), file).toBe(true);
});
