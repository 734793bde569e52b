import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Runs one mutant only, because each costs its tests; the long run does the rest.
test('a mutant is killed', () => {
  const args = ['lanes/runner/run-long-lanes.ts', 'mutation', '--mutants', '1'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr.match(/^killed: /gm), stderr + stdout).toHaveLength(1);
  expect(status).toBe(0);
});
