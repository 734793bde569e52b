/** Measures the start: time to the painted unlock screen, and the JavaScript loaded for it. */
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { median, openPage, type Place } from './open-browser.ts';

const STARTS = 5;

declare global {
  interface Window {
    /** Milliseconds from the start of navigation to the frame with the passphrase field. */
    unlockPaintedAt?: Promise<number>;
  }
}

export async function measureStart(browser: Browser, place: Place): Promise<BenchResult[]> {
  const paints: number[] = [];
  let scriptBytes = 0;
  for (let start = 0; start < STARTS; start += 1) {
    const page = await openPage(browser, place);
    await page.addInitScript(watchForPassphrase);
    const scripts = new Map<string, Response>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response);
    });
    await page.goto('/');
    const paintedAt = await page.evaluate(() => window.unlockPaintedAt ?? Number.NaN);
    paints.push(paintedAt);
    // Count only requests before that moment, because prefetching follows it.
    const asked = await page.evaluate(askedBefore, paintedAt);
    const bodies = await Promise.all(asked.flatMap((url) => scripts.get(url)?.body() ?? []));
    scriptBytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    await page.context().close();
  }
  const seen = `${STARTS} starts, ${Math.min(...paints).toFixed(0)} to ${Math.max(...paints).toFixed(0)} ms`;
  return [
    ceilingResult('first paint of the unlock screen', median(paints), 1000, 500, 'ms', seen),
    ceilingResult(
      'initial JavaScript',
      scriptBytes / 1000,
      350,
      300,
      'kB gzip',
      'all scripts until the screen stands',
    ),
  ];
}

/** Returns the addresses requested before this moment of the page's clock. */
function askedBefore(moment: number): string[] {
  const entries = performance.getEntriesByType('resource');
  return entries.filter(({ startTime }) => startTime < moment).map(({ name }) => name);
}

function watchForPassphrase(): void {
  window.unlockPaintedAt = new Promise((resolve) => {
    const look = (): void => {
      if (!document.querySelector('input[type="password"]')) return;
      watch.disconnect();
      // The callback runs before the frame with the field is painted, the message after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      });
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  });
}
