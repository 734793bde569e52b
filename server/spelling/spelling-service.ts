/**
 * Checks spelling in a separate thread, so that no request waits for a dictionary. Starts with the first word; keeps
 * dictionaries, no words. A job over its time limit ends the thread; the next one starts a new thread.
 */
import { Worker } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CheckedSpelling, SpellingLanguage } from '#contract/spelling/routes.ts';
import { stopWorkerAfterGc } from '#server/system/concurrency/stop-worker.ts';

export interface SpellingJob {
  readonly id: number;
  readonly language: SpellingLanguage;
  /** Words to check, or one word to suggest corrections for. */
  readonly words?: readonly string[];
  readonly word?: string;
}

export interface SpellingAnswer {
  readonly id: number;
  readonly available: boolean;
  readonly words: readonly string[];
}

export interface SpellingService {
  /**
   * Returns the misspelt words.
   * @throws protocol_error where a dictionary cannot be read, or takes too long; session_locked once it closes
   */
  readonly check: (language: SpellingLanguage, words: readonly string[]) => Promise<CheckedSpelling>;
  /** Suggests corrections for a word. @throws like `check` */
  readonly suggest: (language: SpellingLanguage, word: string) => Promise<string[]>;
  /** Ends an idle thread, because its memory contains checked words. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: SpellingAnswer) => void;
  readonly fail: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Far longer than any job, including reading a dictionary on a busy machine. */
const JOB_MAX_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = '5';
const MEMORY_MIB = 256;

/** Creates the spelling service. @param folders searched for dictionaries, in order. */
export function createSpellingService(folders: readonly string[]): SpellingService {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./spelling-thread.ts', import.meta.url), {
      workerData: { folders },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    started.on('message', (answer: SpellingAnswer) => {
      const job = take(answer.id);
      if (waiting.size === 0) started.unref();
      job?.resolve(answer);
    });
    started.on('error', () => abandon(started, unreadable()));
    return started;
  }

  function take(id: number): Waiting | undefined {
    const job = waiting.get(id);
    clearTimeout(job?.timer);
    waiting.delete(id);
    return job;
  }

  function abandon(failed: Worker, reason: VaultError): void {
    if (worker !== failed) return;
    worker = undefined;
    void failed.terminate();
    refuseWaiting(reason);
  }

  function refuseWaiting(error: VaultError): void {
    for (const id of [...waiting.keys()]) take(id)?.fail(error);
  }

  function run(job: Omit<SpellingJob, 'id'>): Promise<SpellingAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<SpellingAnswer>();
    if (isClosed) return Promise.reject(closingError());
    worker ??= start();
    const running = worker;
    running.ref();
    lastId += 1;
    const timer = setTimeout(() => abandon(running, tooBusy()), JOB_MAX_MS).unref();
    waiting.set(lastId, { resolve: resolve, fail: reject, timer });
    running.postMessage({ ...job, id: lastId });
    return promise;
  }

  return {
    async check(language, words) {
      const { available, words: misspelled } = await run({ language, words });
      return { available, misspelled: [...misspelled] };
    },
    suggest: async (language, word) => [...(await run({ language, word })).words],
    async stop() {
      if (waiting.size > 0) return;
      const resting = worker;
      worker = undefined;
      if (resting !== undefined) await stopWorkerAfterGc(resting);
    },
    async close() {
      isClosed = true;
      refuseWaiting(closingError());
      const stopped = worker;
      worker = undefined;
      await stopped?.terminate();
    },
  };
}

function unreadable(): VaultError {
  return new VaultError('protocol_error', 'The dictionaries of this computer cannot be read.');
}

function tooBusy(): VaultError {
  return new VaultError(
    'rate_limited',
    'This computer is too busy to check spelling now. Try again shortly.',
    {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    },
  );
}

function closingError(): VaultError {
  return new VaultError('session_locked', 'The vault is closing. Try again once it runs.');
}
