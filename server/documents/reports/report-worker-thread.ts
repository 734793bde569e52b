/**
 * The worker thread that completes report pairs and writes reports as files. Holds no keys and keeps nothing between
 * jobs. Talks to `report-worker.ts` only.
 */
import { parentPort } from 'node:worker_threads';
import { VaultError } from '#contract/vault-error.ts';
import { normalisePair } from '#report/normalise-pair.ts';
import { fileHashes } from './file-hashes.ts';
import type { ReportAnswer, ReportJob } from './report-worker.ts';

function answer(job: ReportJob): ReportAnswer {
  try {
    return job.kind === 'pair' ? { pair: normalisePair(job.given) } : { hashes: fileHashes(job.content) };
  } catch (error) {
    // Anything else was provoked by the input too.
    const refusal =
      error instanceof VaultError ? error.message : 'The report is not one the editor could open.';
    return { refusal };
  }
}

parentPort?.on('message', (job: ReportJob) => parentPort?.postMessage(answer(job)));
