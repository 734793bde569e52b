import { configDefaults, defineConfig } from 'vitest/config';

/** They change rows, or look for words, in SQLite's own ways: what they hold does not depend on the engine. */
const SQLITE_ALONE = [
  'test/server/access/{own-secrets,secrets-at-rest,tampered-rows,tampering}.test.ts',
  'test/server/documents/{head-swap,tampering}.test.ts',
  'test/server/drives/{damaged-rows,nodes}.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Work trees kept inside this one have tests of their own.
    exclude: [
      ...[...configDefaults.exclude, '.claude/worktrees/**'],
      ...(process.env['SRVAULT_TEST_STORE'] === 'postgres' ? SQLITE_ALONE : []),
    ],
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
