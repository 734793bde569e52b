/** Measures the time from key press to paint, in any editor the page shows. */
import type { Locator, Page } from 'playwright';

const KEYS_PER_PLACE = 60;
const KEY_EVERY_MS = 45;
const WORDS = 'normal findings ';

declare global {
  interface Window {
    keyToPaintMs?: number[];
  }
}

/** Types after the given paragraphs; returns the time of each key to the display, in ms. */
export async function measureKeys(
  page: Page,
  report: Locator,
  paragraphs: readonly number[],
): Promise<number[]> {
  await page.evaluate(watchKeys);
  for (const number of paragraphs) {
    await report.getByText(`Paragraph ${number}:`).click();
    await page.keyboard.type(WORDS.repeat(KEYS_PER_PLACE / WORDS.length + 1).slice(0, KEYS_PER_PLACE), {
      delay: KEY_EVERY_MS,
    });
  }
  return page.evaluate(() => window.keyToPaintMs ?? []);
}

function watchKeys(): void {
  const latencies: number[] = [];
  const isWatching = window.keyToPaintMs !== undefined;
  window.keyToPaintMs = latencies;
  if (isWatching) return;
  document.addEventListener(
    'keydown',
    (event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.keyToPaintMs?.push(performance.now() - event.timeStamp);
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}
