import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Runs in its own process, because its file system calls fail.
test('the first calls of a request to each route fail: done whole or not at all, and the server goes on', () => {
  const args = ['lanes/runner/run-long-lanes.ts', 'faults', '--calls', '2'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout, stdout + stderr).toMatch(/; 0 found$/m);
  expect(Number(/^(\d+) calls failed/m.exec(stdout)?.[1])).toBeGreaterThan(250);
  expect(status).toBe(0);
});
