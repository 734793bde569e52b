/** Fits an exam's report into a record's limit: a longer one becomes a file, and the report says so. */
import type { ExamRecordInput } from '#contract/documents/records.ts';
import { REPORT_HTML_MAX_BYTES, REPORT_LEXICAL_MAX_BYTES } from '#contract/limits.ts';
import type { MappedExam, MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import { reportFromHtml } from '#sdk/report.ts';

export interface FittedReport {
  readonly fields: Pick<ExamRecordInput, 'report_html' | 'report_lexical'>;
  /** The complete report as a file, if too long. */
  readonly file?: MappedFile;
}

export async function fitReport({
  reportHtml,
  reportLexical,
  files,
}: Pick<MappedExam, 'reportHtml' | 'reportLexical' | 'files'>): Promise<FittedReport> {
  if (reportLexical !== undefined) return { fields: { report_lexical: reportLexical } };
  if (reportHtml === null) return { fields: {} };
  const bytes = new TextEncoder().encode(reportHtml);
  // Skips converting far too long text.
  const report = bytes.length > REPORT_HTML_MAX_BYTES ? undefined : await reportFromHtml(reportHtml);
  if (report !== undefined && isWithin(report)) return { fields: report };
  const names = new Set(files.map(({ name }) => name));
  const name = names.has('Full report.html') ? 'Full report (text).html' : 'Full report.html';
  return {
    fields: await reportFromHtml(
      `<p>This report is longer than a record holds. It lies beside the exam as the file “${name}”.</p>`,
    ),
    file: { name, mime_type: 'text/html', bytes: new TextEncoder().encode(pageOf(reportHtml)) },
  };
}

function isWithin({ report_html, report_lexical }: Awaited<ReturnType<typeof reportFromHtml>>): boolean {
  const bytes = (text: string | null | undefined) => new TextEncoder().encode(text ?? '').length;
  return bytes(report_html) <= REPORT_HTML_MAX_BYTES && bytes(report_lexical) <= REPORT_LEXICAL_MAX_BYTES;
}

function pageOf(html: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;
}
