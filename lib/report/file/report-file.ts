/**
 * Writes a report as a file (HTML, text, Markdown) with its patient and content. Uses its arguments only, so the same
 * record gives the same bytes on any machine.
 */
import type { RecordOf } from '#contract/documents/records.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import { isSignedText, reportStatus } from '#records/reports/report-status.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { escapeText } from '#report/html/html-text.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { htmlForReaders } from '#report/reader-html.ts';
import { markdownOfHtml } from './markdown.ts';

export const REPORT_FORMATS = ['html', 'md', 'text'] as const;
/** Form of a report file: HTML, text or Markdown. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportFileContent {
  readonly record: RecordOf['exams'];
  readonly patient: Pick<
    RecordOf['patients'],
    'legal_name' | 'display_name' | 'birth_date' | 'identifiers'
  > | null;
}

type Facts = readonly (readonly [label: string, value: string])[];

const WRITERS: Readonly<Record<ReportFormat, (content: ReportFileContent) => string>> = {
  html: htmlFile,
  md: markdownFile,
  text: textFile,
};

export function writeReportFile(format: ReportFormat, content: ReportFileContent): string {
  return WRITERS[format](content);
}

function titleOf({ record }: ReportFileContent): string {
  return record.title ?? 'Report';
}

function headFacts({ record, patient }: ReportFileContent): Facts {
  return present([
    ['SAMPLE', isSample(record.custom_attributes) ? 'invented patient, no report of a person' : null],
    ['Patient', patient?.legal_name ?? patient?.display_name],
    ['Born', patient?.birth_date?.slice(0, 10)],
    ['Identifiers', identifierValues(patient?.identifiers).join(', ')],
    ['Date', record.exam_date?.slice(0, 10)],
    ['Modality', record.modality],
    ['Accession', accessionNumber(record.custom_attributes)],
    ['Status', reportStatus(record.custom_attributes)],
  ]);
}

function present(facts: readonly (readonly [string, string | null | undefined])[]): Facts {
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

const STYLE =
  'body{font:16px/1.5 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;font:14px/1.5 sans-serif}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}' +
  'table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2rem .5rem;text-align:left}';

function htmlFile(content: ReportFileContent): string {
  const title = escapeText(titleOf(content));
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${title}</h1>${definitions(headFacts(content))}</header>`,
    `<main>${content.record.report_html ?? ''}</main>`,
    '</body></html>',
    '',
  ].join('\n');
}

function definitions(facts: Facts): string {
  const rows = facts.map(([label, value]) => `<dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd>`);
  return `<dl>${rows.join('')}</dl>`;
}

/** Signatures cover only the HTML file; text and Markdown are for readers. */
function readersHtml({ record }: ReportFileContent): string {
  return htmlForReaders(record.report_html ?? '', {
    language: reportLanguage(record.custom_attributes) ?? 'en',
    is_signed: isSignedText(record.custom_attributes),
  });
}

function markdownFile(content: ReportFileContent): string {
  const lines = (facts: Facts) => facts.map(([label, value]) => `- **${label}:** ${value}`).join('\n');
  return `${[`# ${titleOf(content)}`, lines(headFacts(content)), markdownOfHtml(readersHtml(content))].join(
    '\n\n',
  )}\n`;
}

function textFile(content: ReportFileContent): string {
  const lines = (facts: Facts) => facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return `${[titleOf(content), lines(headFacts(content)), textOfHtml(readersHtml(content))].join('\n\n')}\n`;
}
