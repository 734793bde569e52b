/** UI specs: the real server over mutual TLS on a temporary folder, the built interface, real Chromium. */
import { defineConfig } from '@playwright/test';
import { findChromium } from '#scripts/find-chromium.ts';

const executablePath = findChromium();
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

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Two cores: a second browser beside a server would only make both slower.
  workers: 1,
  // A second try on a busy CI machine; Playwright reports such a test as flaky, and the run says so.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: '../../test-results/ui',
  globalSetup: './support/build-once.ts',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: isRoot ? [...QUIET, '--no-sandbox'] : QUIET,
    },
  },
});
