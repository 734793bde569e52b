/**
 * Entry point of the worker thread that derives report forms and writes reports as files. Has no keys and keeps nothing
 * between jobs. Only `report-worker.ts` talks to it.
 */
import { parentPort } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { toExamResources } from '#fhir/export/map-exam.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import { normaliseReportForms } from '#report/normalise-report-forms.ts';
import { readerForms } from '#report/reader-html.ts';
import { acceptStopRequests, STOP_MESSAGE } from '#server/system/concurrency/stop-worker.ts';
import { fileHashes } from './file-hashes.ts';
import type { ReportAnswer, ReportJob, TAKEN } from './report-worker.ts';

async function answer(job: ReportJob): Promise<ReportAnswer> {
  try {
    if (job.kind === 'pair') return { pair: normaliseReportForms(job.given) };
    if (job.kind === 'hashes') return { hashes: fileHashes(job.content) };
    if (job.kind === 'text') return { text: writeReportFile(job.format, job.content) };
    if (job.kind === 'readers') return { readers: readerForms(job.html, job.reader) };
    if (job.kind === 'fhir') return { fhir: toExamResources(job.exam) };
    // Loads typesetting and fonts with the first PDF.
    const { writePdf } = await import('#paper/pdf/write-pdf.ts');
    return { pdf: await writePdf(job.content) };
  } catch (error) {
    // Any other error was caused by the report as well.
    const refusal =
      error instanceof VaultError ? error.message : 'The report is not one the editor could open.';
    return { refusal };
  }
}

parentPort?.on('message', async (job: ReportJob | typeof STOP_MESSAGE) => {
  if (job === STOP_MESSAGE) return;
  parentPort?.postMessage('taken' satisfies typeof TAKEN);
  parentPort?.postMessage(await answer(job));
});
acceptStopRequests();
