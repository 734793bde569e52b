/** Measures the editor with a long report: opening it, and typing compared with a plain Lexical editor. */
import type { Browser, Page } from 'playwright';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { measureKeys } from './measure-keys.ts';
import { goTo, median, openPage, type Place, percentile, unlock } from './open-browser.ts';

export const PARAGRAPHS = 300;
export const TABLES = 5;
const OPENINGS = 7;
/** Number of alternating measurements per editor, so that a busy moment of the machine affects both. */
const ROUNDS = 3;

/** HTML of the measured report: paragraphs with a table after each sixtieth. */
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
  bareUrl: string,
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
  const { own, bare } = await typeByTurns(browser, page, bareUrl);
  await page.context().close();
  const what = `${PARAGRAPHS} paragraphs and ${TABLES} tables`;
  const spread = (keys: readonly number[]) =>
    `p50 ${median(keys).toFixed(1)}, p95 ${percentile(keys, 0.95).toFixed(1)}, worst ${Math.max(...keys).toFixed(0)} ms`;
  return [
    ceilingResult(
      `opening a report of ${what}`,
      median(warm),
      500,
      250,
      'ms',
      `first, editor code included: ${cold.toFixed(0)} ms`,
    ),
    ceilingResult(
      'key to paint in it, p95, against a bare Lexical editor with the same text',
      percentile(own, 0.95) / percentile(bare, 0.95),
      1.5,
      1.2,
      '×',
      `${spread(own)}; bare: ${spread(bare)}; ${own.length} keys each, display wait left out`,
    ),
  ];
}

interface Typed {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

async function typeByTurns(browser: Browser, page: Page, bareUrl: string): Promise<Typed> {
  const barePage = await browser.newPage({ viewport: page.viewportSize() });
  await barePage.goto(bareUrl);
  await barePage.evaluate(
    (state) => window.openBare?.(state),
    reportFromHtml(longReportHtml()).report_lexical,
  );
  const ownReport = page.getByTestId('report-shell').getByRole('textbox');
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = [2 + round, PARAGRAPHS / 2 + round, PARAGRAPHS - 1 - round];
    await barePage.bringToFront();
    bare.push(...(await measureKeys(barePage, barePage.getByRole('textbox'), places)));
    await page.bringToFront();
    own.push(...(await measureKeys(page, ownReport, places)));
  }
  await barePage.close();
  return { own, bare };
}

/** Measures from selecting the exam to the frame with its report, in ms. */
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
