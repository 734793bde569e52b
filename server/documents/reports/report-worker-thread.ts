/**
 * The worker thread that completes report pairs and writes reports as files. Holds no keys and keeps nothing between
 * jobs. Talks to `report-worker.ts` only.
 */
import { parentPort } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { normaliseReportForms } from '#report/normalise-report-forms.ts';
import { acceptStopRequests, STOP_MESSAGE } from '#server/system/concurrency/stop-worker.ts';
import { fileHashes } from './file-hashes.ts';
import type { ReportAnswer, ReportJob, TAKEN } from './report-worker.ts';

async function answer(job: ReportJob): Promise<ReportAnswer> {
  try {
    if (job.kind === 'pair') return { pair: normaliseReportForms(job.given) };
    if (job.kind === 'hashes') return { hashes: fileHashes(job.content) };
    // Typesetting and its typefaces are loaded with the first PDF.
    const { writePdf } = await import('#paper/pdf/write-pdf.ts');
    return { pdf: await writePdf(job.content) };
  } catch (error) {
    // Anything else was provoked by the input too.
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
