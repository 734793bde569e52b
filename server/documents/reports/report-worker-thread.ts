/**
 * The worker thread that completes report pairs with a DOM: derives HTML, imports editor states. Holds no
 * keys and keeps nothing between jobs. Talks to `report-worker.ts` only.
 */
import { parentPort } from 'node:worker_threads';
import { VaultError } from '#contract/vault-error.ts';
import { deriveHtml } from '#report/derive-html.ts';
import { stateFromHtml } from '#report/import-html.ts';
import { withNodeDom } from '#report/node-dom.ts';
import { normalisePair } from '#report/normalise-pair.ts';
import type { ReportAnswer, ReportJob } from './report-worker.ts';

function answer({ given }: ReportJob): ReportAnswer {
  try {
    return { pair: withNodeDom(() => normalisePair(given, { deriveHtml, stateFromHtml })) };
  } catch (error) {
    // Anything else was provoked by the input too: Lexical throws plain errors on states it cannot hold.
    const refusal =
      error instanceof VaultError ? error.message : 'The report is not one the editor could open.';
    return { refusal };
  }
}

parentPort?.on('message', (job: ReportJob) => parentPort?.postMessage(answer(job)));
