/**
 * The desktop in the real Electron. Runs wherever its binary is present; elsewhere every spec is skipped and
 * one loud line says so.
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
