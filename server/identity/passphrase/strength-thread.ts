/**
 * The thread that estimates how hard a passphrase is to guess. The estimator keeps its last one in fields of its own,
 * and the engine the last text an expression was tried on: here they end with the thread. The dictionaries are loaded
 * at its start. Talks to `strength-estimator.ts` only.
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
