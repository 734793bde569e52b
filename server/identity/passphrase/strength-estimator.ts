/**
 * Runs passphrase estimates in a thread, because a long one can take a second and the estimator keeps its last input.
 * The thread starts with the first estimate and ends when the vault clears its memory.
 */
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { stopWorkerAfterGc } from '#server/system/concurrency/stop-worker.ts';
import { createKeyedQueue } from '#server/system/queue-per-key.ts';

export interface StrengthJob {
  readonly id: number;
  readonly text: string;
  readonly personal: readonly string[];
}

export interface StrengthAnswer {
  readonly id: number;
  /** Score from 0 (weak) to 4 (strong). */
  readonly score: number;
  /** Advice to the user; may be empty. */
  readonly advice: string;
}

type Settle = (answer: StrengthAnswer | Error) => void;

/** Estimates one principal may have waiting behind the running one. */
const WAITING_MAX = 8;

const inLine = createKeyedQueue(WAITING_MAX);
const waiting = new Map<number, Settle>();
let thread: Worker | undefined;
let lastId = 0;

/** Runs one estimate at a time for each `whose`. @throws rate_limited behind too many; protocol_error when it fails */
export function estimateStrength(
  whose: string,
  text: string,
  personal: readonly string[],
): Promise<StrengthAnswer> {
  return inLine(whose, () => ask(text, personal));
}

/** Ends the thread unless it is working; the next passphrase starts a new one. */
export async function stopStrengthEstimator(): Promise<void> {
  if (waiting.size > 0) return;
  const resting = thread;
  thread = undefined;
  if (resting !== undefined) await stopWorkerAfterGc(resting);
}

async function ask(text: string, personal: readonly string[]): Promise<StrengthAnswer> {
  thread ??= startThread();
  thread.ref();
  lastId += 1;
  const { promise, resolve } = Promise.withResolvers<StrengthAnswer | Error>();
  waiting.set(lastId, resolve);
  thread.postMessage({ id: lastId, text, personal } satisfies StrengthJob);
  const answer = await promise;
  if (answer instanceof Error) throw answer;
  return answer;
}

function startThread(): Worker {
  const started = new Worker(new URL('./strength-thread.ts', import.meta.url));
  started.on('message', (answer: StrengthAnswer) => {
    const settle = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    settle?.(answer);
  });
  started.once('error', () => {
    if (thread === started) thread = undefined;
    const failed = new VaultError(
      'protocol_error',
      'The strength of the passphrase could not be estimated. Try again.',
    );
    for (const settle of waiting.values()) settle(failed);
    waiting.clear();
  });
  return started;
}
