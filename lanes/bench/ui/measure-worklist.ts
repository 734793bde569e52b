/** Measures the longest frame while the worklist of a large vault is scrolled from end to end. */
import type { Browser } from 'playwright';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { openPage, type Place, percentile, unlock } from './open-browser.ts';

const TURNS = 240;
const TURN_PIXELS = 1_500;

declare global {
  interface Window {
    frameMs?: number[];
  }
}

export async function measureWorklist(browser: Browser, place: Place, exams: number): Promise<BenchResult[]> {
  const page = await openPage(browser, place);
  await unlock(page);
  const all = new Intl.NumberFormat('en-GB').format(exams);
  await page.getByRole('button', { name: /^All exams/ }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${all} exams` })
    .waitFor({ timeout: 120_000 });
  const grid = page.getByRole('grid', { name: 'Exams' });
  await grid.hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    window.frameMs = frames;
    let before = performance.now();
    const next = (now: number): void => {
      frames.push(now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, turn < TURNS * 0.75 ? TURN_PIXELS : -TURN_PIXELS);
  }
  const frames = await page.evaluate(() => window.frameMs ?? []);
  const rows = await grid.locator('[role="row"][aria-selected]').count();
  await page.context().close();
  const longest = Math.max(...frames);
  const seen = `p99 ${percentile(frames, 0.99).toFixed(0)} ms of ${frames.length} frames; ${rows} rows exist at a time`;
  return [ceilingResult(`longest frame, scrolling a worklist of ${all}`, longest, 50, 34, 'ms', seen)];
}
