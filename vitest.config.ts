import { configDefaults, defineConfig } from 'vitest/config';
import { APART } from './test/support/apart.ts';

const ALL = 'test/**/*.test.{ts,tsx}';
const SERVER = 'test/server/**/*.test.ts';
// Work trees kept inside this one have tests of their own.
const NOT_OURS = [...configDefaults.exclude, '.claude/worktrees/**'];

/** One process takes file after file, its modules read and warm: what a file changes there, it puts back. */
const shared = (name: string, include: string, exclude: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    exclude: [...NOT_OURS, ...APART, ...exclude],
    isolate: false,
    setupFiles: 'test/support/derive-once.ts',
  },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/vitest-set-up.ts',
    // Forks keep native modules and worker threads of one file away from another's beside it.
    pool: 'forks',
    // For two cores: a third file works while another waits for a process or a clock.
    maxWorkers: 3,
    // A test that passes at its second try has found a race; one that runs alone hides the others.
    retry: 0,
    allowOnly: false,
    // Patience, not a claim: a machine three times as slow is to fail no test that only waits for its own work.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'apart', include: APART, exclude: NOT_OURS } },
      // Two, since a process grows with what it has run.
      shared('server', SERVER, []),
      shared('shared', ALL, [SERVER]),
    ],
  },
});
