/**
 * Playwright configuration for the real desktop program. Without Electron's binary every spec is skipped, with one
 * clear message.
 */
import { defineConfig } from '@playwright/test';
import { findElectron, whyNoDisplay } from '#scripts/desktop/electron-binary.ts';

if (findElectron() === undefined) {
  process.stderr.write(
    "\n*** Electron's binary is not on this machine: the specs of test/electron did NOT run. " +
      'Fetch it with `npx install-electron` and run them again. ***\n\n',
  );
} else if (whyNoDisplay() !== undefined) {
  process.stderr.write(
    `\n*** The specs of test/electron did NOT run: ${whyNoDisplay()}. Use xvfb-run on a server. ***\n\n`,
  );
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/electron',
  timeout: 120_000,
  workers: 1,
  forbidOnly: true,
});
