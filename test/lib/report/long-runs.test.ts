/**
 * Tests that a report with long runs of spaces, marks or headings is written in time that grows with its length. With
 * the square of it, each text here takes from minutes to hours.
 */
import { expect, test } from 'vitest';
import { isRowLabelOnly, withoutLabel } from '#report/checks/open-field-label.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

const RUN = 1_000_000;
const CPU_MAX_MS = 60_000;

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const spaces = '\u00a0'.repeat(RUN);
const REPORTS: readonly (readonly [kind: string, html: string])[] = [
  ['spaces within a text', `<p>1${spaces}x</p>`],
  ['spaces before a bold word', `<p>1${spaces}x<strong>. y</strong></p>`],
  ['bold spaces', `<p><strong>1${spaces}x</strong></p>`],
  ['headings', '<h2>a</h2>'.repeat(100_000)],
];

test.each(REPORTS)('writes a report with many %s', (_, report_html) => {
  const record = {
    ...{ title: 'CT chest', modality: 'CT', exam_date: null },
    ...{ report_lexical: null, report_html, custom_attributes: null },
  };
  for (const format of ['md', 'text', 'html'] as const)
    expect(cpuMs(() => writeReportFile(format, { record, patient: null }))).toBeLessThan(CPU_MAX_MS);
});

test('reads long labels and titles', () => {
  const commas = `${','.repeat(RUN)}x`;
  expect(cpuMs(() => withoutLabel(`a${commas} side: `, 'side'))).toBeLessThan(CPU_MAX_MS);
  expect(cpuMs(() => isRowLabelOnly([`.${spaces}x`]))).toBeLessThan(CPU_MAX_MS);
  expect(cpuMs(() => sectionCodeOfTitle(`Findings${':'.repeat(RUN)}x`))).toBeLessThan(CPU_MAX_MS);
});

test('keeps the spaces around marked words outside the marks', () => {
  const record = {
    ...{ title: 'CT chest', modality: 'CT', exam_date: null },
    ...{ report_lexical: null, report_html: '<p>a<strong> b </strong>c</p>', custom_attributes: null },
  };
  expect(writeReportFile('md', { record, patient: null })).toContain('a **b** c');
});
