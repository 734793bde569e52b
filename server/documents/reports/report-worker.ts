/**
 * The main thread's side of the report worker: one job at a time, each with a time limit. A job that runs
 * over ends the thread and is refused; the next job gets a new thread. Started with the first job.
 * Source: choices, "Reports" ("Derivation runs in a worker thread").
 */
import { Worker } from 'node:worker_threads';
import { REPORT_DERIVATION_MAX_MS } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { GivenPair, ReportPair } from '#report/normalise-pair.ts';

export interface ReportJob {
  readonly given: GivenPair;
}

export type ReportAnswer = { readonly pair: ReportPair } | { readonly refusal: string };

const WORKER_MEMORY_MIB = 1024;

interface WaitingJob extends ReportJob {
  readonly settle: (answer: ReportAnswer) => void;
  readonly fail: (error: Error) => void;
}

export interface ReportWorker {
  /** @throws invalid_request when the report cannot be read, or takes longer than the limit. */
  readonly complete: (given: GivenPair) => Promise<ReportPair>;
  readonly close: () => Promise<void>;
}

export function createReportWorker(timeLimitMs: number = REPORT_DERIVATION_MAX_MS): ReportWorker {
  const waiting: WaitingJob[] = [];
  let worker: Worker | undefined;
  let current: WaitingJob | undefined;
  let timer: NodeJS.Timeout | undefined;

  function startWorker(): Worker {
    const started = new Worker(new URL('./report-worker-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MIB },
    });
    started.on('message', (answer: ReportAnswer) => finish((job) => job.settle(answer)));
    // A thread that dies (memory) takes its own job down with it, not the queue.
    started.on('error', () => abandon(started));
    started.unref();
    return started;
  }

  function abandon(failed: Worker): void {
    if (worker !== failed) return;
    worker = undefined;
    void failed.terminate();
    finish((job) =>
      job.fail(new VaultError('invalid_request', 'The report is too complex to be derived in time.')),
    );
  }

  function finish(end: (job: WaitingJob) => void): void {
    clearTimeout(timer);
    const job = current;
    current = undefined;
    worker?.unref();
    if (job !== undefined) end(job);
    startNext();
  }

  function startNext(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    worker ??= startWorker();
    const running = worker;
    running.ref();
    timer = setTimeout(() => abandon(running), timeLimitMs);
    const job: ReportJob = { given: current.given };
    running.postMessage(job);
  }

  function complete(given: GivenPair): Promise<ReportPair> {
    const { promise, resolve, reject } = Promise.withResolvers<ReportPair>();
    waiting.push({
      given: { report_lexical: given.report_lexical ?? null, report_html: given.report_html ?? null },
      settle: (answer) =>
        'pair' in answer ? resolve(answer.pair) : reject(new VaultError('invalid_request', answer.refusal)),
      fail: reject,
    });
    startNext();
    return promise;
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    const stopped = worker;
    worker = undefined;
    const closing = new VaultError('protocol_error', 'The vault is closing.');
    for (const job of [current, ...waiting.splice(0)]) job?.fail(closing);
    current = undefined;
    await stopped?.terminate();
  }

  return { complete, close };
}
