/** One real Chromium for all windows of a test file. */
import { type Browser, chromium } from 'playwright';
import { findChromium } from '#scripts/find-chromium.ts';

let browser: Promise<Browser> | undefined;

export function startChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(findChromium() === undefined ? {} : { executablePath: findChromium() }),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream'],
  } as Parameters<typeof chromium.launch>[0]);
  return browser;
}

export async function stopChromium(): Promise<void> {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}
