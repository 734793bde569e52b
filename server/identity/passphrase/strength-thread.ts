/**
 * Entry point of the thread that estimates how hard a passphrase is to guess. The estimator and the engine's regular
 * expressions keep their last input; here that ends with the thread. Dictionaries load at start. Only
 * `strength-estimator.ts` talks to it.
 */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';
import { acceptStopRequests, STOP_MESSAGE } from '#server/system/concurrency/stop-worker.ts';
import type { StrengthAnswer, StrengthJob } from './strength-estimator.ts';

const scorer = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
});

parentPort?.on('message', (job: StrengthJob | typeof STOP_MESSAGE) => {
  if (job === STOP_MESSAGE) return;
  const { score, feedback } = scorer.check(job.text, [...job.personal]);
  const advice = [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
  parentPort?.postMessage({ id: job.id, score, advice } satisfies StrengthAnswer);
});
acceptStopRequests();
