/** The report as it was signed, so that the page can hold it against its signatures. */
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { writeReportFile } from '#report/file/report-file.ts';

/** Undefined where nobody signed this version. */
export function signedReport(
  view: DocumentView<'exams'>,
  signatures: readonly ExamSignature[],
): string | undefined {
  const own = signatures.filter(({ version_id }) => version_id === view.version_id);
  const signed = own.find(({ intent }) => intent !== 'co_signed') ?? own[0];
  return signed && writeReportFile('html', { record: view.record, patient: signed.subject });
}
