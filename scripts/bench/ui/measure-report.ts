/** The editor in a long report: how soon it stands there, and how soon a typed letter is painted. */
import type { Browser, Page } from 'playwright';
import { type BenchResult, ceilingResult } from '../result.ts';
import { goTo, median, openPage, type Place, percentile, unlock } from './open-browser.ts';

export const PARAGRAPHS = 300;
export const TABLES = 5;
const OPENINGS = 7;
const KEYS_PER_PLACE = 60;
const KEY_EVERY_MS = 45;

declare global {
  interface Window {
    keyToPaintMs?: number[];
  }
}

/** HTML of the report the figures are about: paragraphs with a table after each sixtieth of them. */
export function longReportHtml(): string {
  const blocks: string[] = ['<h2 data-section-code="59776-5">Findings</h2>'];
  for (let number = 1; number <= PARAGRAPHS; number += 1) {
    blocks.push(
      `<p>Paragraph ${number}: lungs clear, no effusion, heart size normal, mediastinum unremarkable.</p>`,
    );
    if (number % (PARAGRAPHS / TABLES) === 0) blocks.push(table());
  }
  return blocks.join('');
}

function table(): string {
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const rows = Array.from({ length: 8 }, (_, at) =>
    row([`Target ${at + 1}`, 'S6', '12 mm', '11 mm', '−8 %']),
  );
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

export async function measureReport(
  browser: Browser,
  place: Place,
  examIds: readonly string[],
): Promise<BenchResult[]> {
  const page = await openPage(browser, place);
  await unlock(page);
  const openings: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    openings.push(await openReport(page, examIds[opening % examIds.length] ?? ''));
    await goTo(page, 'patients');
    await page.getByTestId('report-shell').waitFor({ state: 'detached' });
  }
  const [cold = Number.NaN, ...warm] = openings;
  await openReport(page, examIds[0] ?? '');
  const latencies = await typeEverywhere(page);
  await page.context().close();
  const what = `${PARAGRAPHS} paragraphs and ${TABLES} tables`;
  const spread = `median ${median(latencies).toFixed(1)}, worst ${Math.max(...latencies).toFixed(0)} ms of ${latencies.length} keys; display wait left out`;
  return [
    ceilingResult(
      `opening a report of ${what}`,
      median(warm),
      500,
      250,
      'ms',
      `first, editor code included: ${cold.toFixed(0)} ms`,
    ),
    ceilingResult('key to paint in it, p95', percentile(latencies, 0.95), 16, 8, 'ms', spread),
  ];
}

/** From choosing the exam to the frame that shows its report, in ms. */
async function openReport(page: Page, examId: string): Promise<number> {
  return page.evaluate(
    async ([hash, last]) => {
      const started = performance.now();
      location.hash = hash ?? '';
      const isThere = (): boolean =>
        document
          .querySelector('[data-testid="report-shell"] [role="textbox"]')
          ?.textContent?.includes(last ?? '') ?? false;
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - started;
    },
    [`#/exams/${examId}`, `Paragraph ${PARAGRAPHS}:`] as const,
  );
}

/** Types at the start, in the middle and at the end; returns each key's way to the display. */
async function typeEverywhere(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const latencies: number[] = [];
    window.keyToPaintMs = latencies;
    document.addEventListener(
      'keydown',
      (event) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => latencies.push(performance.now() - event.timeStamp);
          port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
  const report = page.getByTestId('report-shell').getByRole('textbox');
  for (const number of [2, PARAGRAPHS / 2, PARAGRAPHS - 1]) {
    await report.getByText(`Paragraph ${number}:`).click();
    await page.keyboard.type('normal findings '.repeat(KEYS_PER_PLACE / 16 + 1).slice(0, KEYS_PER_PLACE), {
      delay: KEY_EVERY_MS,
    });
  }
  return page.evaluate(() => window.keyToPaintMs ?? []);
}
