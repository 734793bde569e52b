/**
 * Derives the missing form of a report (HTML or editor state): small plain reports at once, others in the worker
 * thread, where one principal's reports do not delay another's.
 */

import type { FhirResource } from 'fhir/r4.d.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import {
  REPORT_HTML_MAX_BYTES,
  REPORT_LEXICAL_MAX_BYTES,
  REPORT_ON_THE_SPOT_MAX_CHARS,
} from '#contract/limits.ts';
import { type ExamToMap, toExamResources } from '#fhir/export/map-exam.ts';
import type { PaperContent } from '#paper/pdf/write-pdf.ts';
import { type ReportFileContent, type ReportFormat, writeReportFile } from '#report/file/report-file.ts';
import {
  normaliseWithoutSanitiser,
  type PartialReportForms,
  type ReportForms,
} from '#report/normalise-report-forms.ts';
import { type Reader, type ReaderForms, readerForms } from '#report/reader-html.ts';
import { type FileHashes, fileHashes } from './file-hashes.ts';
import { createReportWorker } from './report-worker.ts';

export interface ReportDerivation {
  /**
   * Returns the derive function for this principal. The function
   * @throws invalid_request when the report is too large, or not an editor state (naming the path); rate_limited with
   * `retry-after` when too much waits already.
   */
  readonly of: (principalId: PrincipalId) => (given: PartialReportForms) => Promise<ReportForms>;
  /** Hashes a report as a file, in each form that a signature covers. @throws like `of` */
  readonly fileHashes: (principalId: PrincipalId, content: ReportFileContent) => Promise<FileHashes>;
  /** A report as a text file of this format. @throws like `of` */
  readonly text: (
    principalId: PrincipalId,
    format: ReportFormat,
    content: ReportFileContent,
  ) => Promise<string>;
  /** A report for readers, and its plain text. @throws like `of` */
  readonly readers: (principalId: PrincipalId, html: string, reader: Reader) => Promise<ReaderForms>;
  /** An exam as FHIR resources. @throws like `of` */
  readonly fhir: (principalId: PrincipalId, exam: ExamToMap) => Promise<FhirResource[]>;
  /** A report as PDF/A. @throws like `of` */
  readonly pdf: (principalId: PrincipalId, content: PaperContent) => Promise<Uint8Array>;
  /** Ends the worker thread, so that the last report leaves memory. */
  readonly rest: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createReportDerivation(): ReportDerivation {
  const worker = createReportWorker();

  async function complete(
    principalId: PrincipalId,
    { report_lexical = null, report_html = null }: PartialReportForms,
  ) {
    requireSize('report_lexical', report_lexical, REPORT_LEXICAL_MAX_BYTES);
    requireSize('report_html', report_html, REPORT_HTML_MAX_BYTES);
    const given = { report_lexical, report_html };
    const chars = (report_lexical?.length ?? 0) + (report_html?.length ?? 0);
    const known = chars > REPORT_ON_THE_SPOT_MAX_CHARS ? null : normaliseWithoutSanitiser(given);
    return known ?? worker.complete(principalId, given);
  }

  return {
    of: (principalId) => (given) => complete(principalId, given),
    // Small reports run here, because a caller waits for the signature and the thread may have to start.
    fileHashes: async (principalId, content) =>
      isLarge(content) ? worker.hashes(principalId, content) : fileHashes(content),
    text: async (principalId, format, content) =>
      isLarge(content) ? worker.text(principalId, format, content) : writeReportFile(format, content),
    readers: async (principalId, html, reader) =>
      isLong(html) ? worker.readers(principalId, html, reader) : readerForms(html, reader),
    fhir: async (principalId, exam) =>
      isLarge(exam) ? worker.fhir(principalId, exam) : toExamResources(exam),
    pdf: worker.pdf,
    rest: worker.rest,
    close: worker.close,
  };
}

function isLarge({ record }: Pick<ReportFileContent, 'record'>): boolean {
  return isLong(record.report_html ?? '');
}

function isLong(html: string): boolean {
  return html.length > REPORT_ON_THE_SPOT_MAX_CHARS;
}

function requireSize(field: string, text: string | null, maxBytes: number): void {
  if (text === null || Buffer.byteLength(text) <= maxBytes) return;
  throw new VaultError('invalid_request', `${field} is larger than ${maxBytes} bytes. Shorten it.`);
}
