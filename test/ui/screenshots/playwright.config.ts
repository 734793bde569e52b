/** `npm run screenshots`: saves every screen in three themes to `test-results/screenshots`. */
import { defineConfig } from '@playwright/test';
import base from '#test/ui/playwright.config.ts';

export default defineConfig(base, {
  testDir: '.',
  testMatch: '**/*.shots.ts',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  globalSetup: '../support/set-up.ts',
  outputDir: '../../../test-results/screenshots-run',
  use: { viewport: { width: 1440, height: 900 } },
});
