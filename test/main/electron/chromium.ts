/** Starts one real Chromium for all windows of a test file. */
import { type Browser, chromium } from 'playwright';
import { findHeadlessChromium } from '#scripts/find-chromium.ts';

let browser: Promise<Browser> | undefined;

/** The first call of a file chooses. The headless one needs two thirds of the CPU time and has no camera. */
export function startChromium(executablePath = findHeadlessChromium()): Promise<Browser> {
  browser ??= chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream'],
  });
  return browser;
}

export async function stopChromium(): Promise<void> {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}
