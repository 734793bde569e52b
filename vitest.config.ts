import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { sep } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isApart, LANES, type Lane, laneOf } from '#test/support/lanes.ts';

const files = globSync('test/**/*.test.{ts,tsx}').map((file) => file.replaceAll(sep, '/'));

/** A lane is two projects, `server` and `server-apart`; one without files is none. */
function projectsOf(lane: Lane) {
  const own = files.filter((file) => laneOf(file) === lane);
  const common = lane === 'pure' ? {} : { globalSetup: 'test/support/found-vaults.ts' };
  // One process takes file after file, its modules read and warm: what a file changes there, it puts back.
  const shared = { isolate: false, setupFiles: 'test/support/derive-once.ts' };
  const pair = [
    { ...common, ...shared, name: lane, include: own.filter((file) => !isApart(file)) },
    { ...common, name: `${lane}-apart`, include: own.filter(isApart) },
  ];
  return pair.filter(({ include }) => include.length > 0).map((test) => ({ extends: true as const, test }));
}

export default defineConfig({
  test: {
    globalSetup: 'test/support/vitest-set-up.ts',
    // Forks keep native modules and worker threads of one file away from another's beside it.
    pool: 'forks',
    // One more than processors: a file works while another waits for a process or a clock.
    maxWorkers: availableParallelism() + 1,
    // A test that passes at its second try has found a race; one that runs alone hides the others.
    retry: 0,
    allowOnly: false,
    // Patience, not a claim: a machine ten times as slow is to fail no test that only waits for its own work.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000 } },
    projects: LANES.flatMap(projectsOf),
  },
});
