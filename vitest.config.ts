import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Two cores: forks keep native modules and worker threads of one file away from another's.
    pool: 'forks',
    maxWorkers: 2,
    // Worker start-up and real sockets can starve on a busy CI machine; locally a test has one try.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
