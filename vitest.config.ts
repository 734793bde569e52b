import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Work trees kept inside this one have tests of their own.
    exclude: [...configDefaults.exclude, '.claude/worktrees/**'],
    globalSetup: 'test/support/vitest-set-up.ts',
    // Forks keep native modules and worker threads of one file away from another's.
    pool: 'forks',
    // For two cores: a third file works while another waits for a process or a clock.
    maxWorkers: 3,
    // A test that passes at its second try has found a race; one that runs alone hides the others.
    retry: 0,
    allowOnly: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
