/** UI specs: the real server over mutual TLS on a temporary folder, the built interface, real Chromium. */
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from '#scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();
const isRoot = process.getuid?.() === 0;

/** The browser's own errands (updates, field trials, metrics) would blur "nothing leaves the machine". */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-pings',
];

/** Pages of one context and address share a process and what it has compiled: see support/page-context.ts. */
const SHARED_PROCESS = '--process-per-site';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // For two cores: a spec waits longer than it works, so a third browser fills the pauses of two.
  workers: 3,
  // A spec that passes at its second try has found a race, which npm test counts as a failure and names.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  // Patience, not a claim: a busy machine fails no spec that only waits.
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
