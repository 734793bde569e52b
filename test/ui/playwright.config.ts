/** Playwright configuration of UI specs: real server over mutual TLS, built interface, real Chromium. */
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from '#scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();
const isRoot = process.getuid?.() === 0;

/** Switches off the browser's own requests (updates, trials, metrics), to test that nothing leaves the machine. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-pings',
];

/** Pages of one context share a process and its compiled code: see support/page-context.ts. */
const SHARED_PROCESS = '--process-per-site';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Three on two cores, because a spec mostly waits.
  workers: 3,
  // A spec that passes only at its second try has a race; npm test reports it as a failure.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  // Long, so that a busy machine fails no spec.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  outputDir: '../../test-results/ui',
  globalSetup: './support/set-up.ts',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...QUIET, SHARED_PROCESS, ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
});
