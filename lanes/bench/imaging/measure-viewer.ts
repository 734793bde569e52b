/** Measures a CT of many slices in real Chromium without a graphics card: the first slice, and scrolling. */
import type { Page } from 'playwright';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { median, percentile } from '#lanes/bench/statistics.ts';
import { goTo, openBrowser, openPage, unlock } from '#lanes/bench/ui/open-browser.ts';
import { ctSlice } from './ct-slices.ts';
import { type ImagingBench, sealExam, settled } from './imaging-bench.ts';

const STUDY = 2;
const OPENINGS = 5;
const AT_ONCE = 4;
const GIVEN_UP_AFTER_MS = 60_000;

export async function measureViewer(bench: ImagingBench, slices: number): Promise<BenchResult[]> {
  const examId = await sealCt(bench, slices);
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, { url: bench.vault.url, dataDir: bench.dataDir });
    await unlock(page);
    const [cold = Number.NaN, ...warm] = await openings(page, examId);
    const frames = [...(await scroll(page, 'ArrowDown', slices)), ...(await scroll(page, 'ArrowUp', slices))];
    const perSecond = 1000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length);
    return [
      ceilingResult(
        `first picture of a CT of ${slices} slices`,
        median(warm),
        500,
        250,
        'ms',
        `after F7, ${warm.length} times; the very first: ${cold.toFixed(0)} ms`,
      ),
      {
        what: 'scrolling it, there and back',
        value: `${perSecond.toFixed(0)} frames/s`,
        atLeast: '≥ 30 frames/s',
        aim: '60 frames/s',
        met: perSecond >= 30,
        behind: `${frames.length} slices, each painted; p95 ${percentile(frames, 0.95).toFixed(0)} ms, longest ${Math.max(...frames).toFixed(0)} ms`,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function sealCt(bench: ImagingBench, slices: number): Promise<string> {
  const exam_id = await sealExam(bench);
  const drive = bench.sdk.drive(bench.group);
  for (let made = 1; made <= slices; made += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, slices - made + 1) }, (_, at) => made + at);
    await Promise.all(
      batch.map((number) =>
        drive.upload(new Blob([ctSlice(STUDY, number)]), { name: `${number}.dcm`, exam_id }),
      ),
    );
  }
  await settled(bench);
  return exam_id;
}

/** Measures from F7 to the frame with the first slice, in ms. */
async function openings(page: Page, examId: string): Promise<number[]> {
  const took: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening += 1) {
    await goTo(page, `exams/${examId}`);
    await page.getByTestId('report-shell').getByRole('textbox').waitFor();
    // Start listening before the key, because both times come from the page's clock.
    await page.evaluate(() => {
      const whenPainted = (): void => {
        if (document.querySelector('canvas[data-painted]') === null) requestAnimationFrame(whenPainted);
        else requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
      };
      const asked = ({ timeStamp }: KeyboardEvent): void => {
        performance.mark('asked', { startTime: timeStamp });
        whenPainted();
      };
      addEventListener('keydown', asked, { once: true, capture: true });
    });
    await page.keyboard.press('F7');
    await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0);
    took.push(await page.evaluate(() => performance.measure('opening', 'asked', 'shown').duration));
    if (opening === OPENINGS) break;
    // Reload, because frames stay cached while the page is open.
    await page.reload();
    await unlock(page);
  }
  return took;
}

/** Scrolls slice by slice, with the next key once the last slice is shown; returns ms per slice. */
async function scroll(page: Page, key: 'ArrowDown' | 'ArrowUp', slices: number): Promise<number[]> {
  await page.locator('[data-tile="0"]').focus();
  return page.evaluate(
    async ([name, steps, givenUpAfterMs]) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const painted = () =>
        document.querySelector<HTMLCanvasElement>('canvas[data-painted]')?.dataset['painted'];
      const took: number[] = [];
      for (let step = 1; step < steps; step += 1) {
        const last = painted();
        const started = performance.now();
        document
          .querySelector('[data-tile="0"]')
          ?.dispatchEvent(
            new KeyboardEvent('keydown', { key: name, code: name, bubbles: true, cancelable: true }),
          );
        while (painted() === last || painted() === undefined) {
          if (performance.now() > started + givenUpAfterMs) throw new Error('No slice was painted.');
          await nextFrame();
        }
        took.push(performance.now() - started);
      }
      return took;
    },
    [key, slices, GIVEN_UP_AFTER_MS] as const,
  );
}
