/**
 * Main-thread side of the report worker: one job at a time, principals in rotation, each job with a limit of processor
 * time. A job over its limit ends the thread and is refused; the next job starts a new thread.
 * Source: choices, "Reports" ("Derivation runs in a worker thread").
 */
import { Worker } from 'node:worker_threads';
import type { FhirResource } from 'fhir/r4.d.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { REPORT_DERIVATION_MAX_MS, REPORT_DERIVATION_PATIENCE_MS } from '#contract/limits.ts';
import type { ExamToMap } from '#fhir/export/map-exam.ts';
import type { PaperContent } from '#paper/pdf/write-pdf.ts';
import type { ReportFileContent, ReportFormat } from '#report/file/report-file.ts';
import type { PartialReportForms, ReportForms } from '#report/normalise-report-forms.ts';
import type { Reader, ReaderForms } from '#report/reader-html.ts';
import { stopWorkerAfterGc } from '#server/system/concurrency/stop-worker.ts';
import { createFairQueue } from './fair-report-queue.ts';
import type { FileHashes } from './file-hashes.ts';
import { startWorkClock, type WorkClock, type WorkLimit } from './worker-time-limit.ts';

export type ReportJob =
  | { readonly kind: 'pair'; readonly given: PartialReportForms }
  | { readonly kind: 'hashes'; readonly content: ReportFileContent }
  | { readonly kind: 'text'; readonly format: ReportFormat; readonly content: ReportFileContent }
  | { readonly kind: 'readers'; readonly html: string; readonly reader: Reader }
  | { readonly kind: 'fhir'; readonly exam: ExamToMap }
  | { readonly kind: 'pdf'; readonly content: PaperContent };

export type ReportAnswer =
  | { readonly pair: ReportForms }
  | { readonly hashes: FileHashes }
  | { readonly text: string }
  | { readonly readers: ReaderForms }
  | { readonly fhir: FhirResource[] }
  | { readonly pdf: Uint8Array }
  | { readonly refusal: string };

/** Message the thread sends when it begins a job. */
export const TAKEN = 'taken';

const WORKER_MEMORY_MIB = 512;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
const RETRY_AFTER_SECONDS = '5';
const LIMIT: WorkLimit = { processorMs: REPORT_DERIVATION_MAX_MS, patienceMs: REPORT_DERIVATION_PATIENCE_MS };

interface WaitingJob {
  readonly job: ReportJob;
  readonly resolve: (answer: ReportAnswer) => void;
  readonly fail: (error: Error) => void;
}

export interface ReportWorker {
  /**
   * Derives the missing report form. @throws invalid_request when the report cannot be read or exceeds the limit;
   * rate_limited.
   */
  readonly complete: (principalId: PrincipalId, given: PartialReportForms) => Promise<ReportForms>;
  /** Hashes the report in each signed form. @throws like `complete` */
  readonly hashes: (principalId: PrincipalId, content: ReportFileContent) => Promise<FileHashes>;
  /** Writes the report as a text file of this format. @throws like `complete` */
  readonly text: (
    principalId: PrincipalId,
    format: ReportFormat,
    content: ReportFileContent,
  ) => Promise<string>;
  /** Converts the report for readers. @throws like `complete` */
  readonly readers: (principalId: PrincipalId, html: string, reader: Reader) => Promise<ReaderForms>;
  /** Maps the exam to FHIR. @throws like `complete` */
  readonly fhir: (principalId: PrincipalId, exam: ExamToMap) => Promise<FhirResource[]>;
  /** Writes a PDF. @throws like `complete` */
  readonly pdf: (principalId: PrincipalId, content: PaperContent) => Promise<Uint8Array>;
  /** Ends an idle thread, because it keeps its last input in memory; the next job starts a new one. */
  readonly rest: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createReportWorker(limit: WorkLimit = LIMIT): ReportWorker {
  const waiting = createFairQueue<WaitingJob>();
  let worker: Worker | undefined;
  let current: WaitingJob | undefined;
  let clock: WorkClock | undefined;

  function startWorker(): Worker {
    const started = new Worker(new URL('./report-worker-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MIB },
    });
    started.on('message', (said: ReportAnswer | typeof TAKEN) => {
      if (said === TAKEN) clock?.begin();
      else finish((job) => job.resolve(said));
    });
    // A thread that dies fails its own job, not the queue.
    started.on('error', (error) =>
      abandon(started, 'code' in error && error.code === OUT_OF_MEMORY ? tooComplex() : tooBusy()),
    );
    started.unref();
    return started;
  }

  function abandon(failed: Worker, reason: VaultError): void {
    if (worker !== failed) return;
    worker = undefined;
    void failed.terminate();
    finish((job) => job.fail(reason));
  }

  function finish(end: (job: WaitingJob) => void): void {
    clock?.stop();
    const job = current;
    current = undefined;
    worker?.unref();
    if (job !== undefined) end(job);
    startNext();
  }

  function startNext(): void {
    if (current !== undefined) return;
    current = waiting.next();
    if (current === undefined) return;
    worker ??= startWorker();
    const running = worker;
    running.ref();
    clock = startWorkClock(running, limit, (overrun) =>
      abandon(running, overrun === 'worked' ? tooComplex() : tooBusy()),
    );
    running.postMessage(current.job);
  }

  function run(principalId: PrincipalId, job: ReportJob, chars: number): Promise<ReportAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReportAnswer>();
    const settle = (answer: ReportAnswer) =>
      'refusal' in answer ? reject(new VaultError('invalid_request', answer.refusal)) : resolve(answer);
    waiting.add(principalId, { job, resolve: settle, fail: reject }, chars);
    startNext();
    return promise;
  }

  async function complete(principalId: PrincipalId, given: PartialReportForms): Promise<ReportForms> {
    const { report_lexical = null, report_html = null } = given;
    const chars = (report_lexical?.length ?? 0) + (report_html?.length ?? 0);
    const answer = await run(principalId, { kind: 'pair', given: { report_lexical, report_html } }, chars);
    if ('pair' in answer) return answer.pair;
    throw misplaced();
  }

  async function hashes(principalId: PrincipalId, content: ReportFileContent): Promise<FileHashes> {
    const chars = content.record.report_html?.length ?? 0;
    const answer = await run(principalId, { kind: 'hashes', content }, chars);
    if ('hashes' in answer) return answer.hashes;
    throw misplaced();
  }

  async function text(
    principalId: PrincipalId,
    format: ReportFormat,
    content: ReportFileContent,
  ): Promise<string> {
    const chars = content.record.report_html?.length ?? 0;
    const answer = await run(principalId, { kind: 'text', format, content }, chars);
    if ('text' in answer) return answer.text;
    throw misplaced();
  }

  async function readers(principalId: PrincipalId, html: string, reader: Reader): Promise<ReaderForms> {
    const answer = await run(principalId, { kind: 'readers', html, reader }, html.length);
    if ('readers' in answer) return answer.readers;
    throw misplaced();
  }

  async function fhir(principalId: PrincipalId, exam: ExamToMap): Promise<FhirResource[]> {
    const answer = await run(principalId, { kind: 'fhir', exam }, exam.record.report_html?.length ?? 0);
    if ('fhir' in answer) return answer.fhir;
    throw misplaced();
  }

  async function pdf(principalId: PrincipalId, content: PaperContent): Promise<Uint8Array> {
    const answer = await run(principalId, { kind: 'pdf', content }, content.html.length);
    if ('pdf' in answer) return answer.pdf;
    throw misplaced();
  }

  async function rest(): Promise<void> {
    if (current !== undefined) return;
    const resting = worker;
    worker = undefined;
    if (resting !== undefined) await stopWorkerAfterGc(resting);
  }

  async function close(): Promise<void> {
    clock?.stop();
    const stopped = worker;
    worker = undefined;
    const closing = new VaultError('protocol_error', 'The vault is closing. Try again once it runs.');
    for (const job of [current, ...waiting.drain()]) job?.fail(closing);
    current = undefined;
    await stopped?.terminate();
  }

  return { complete, hashes, text, readers, fhir, pdf, rest, close };
}

function misplaced(): VaultError {
  return new VaultError('protocol_error', 'The report worker answered another question.');
}

/** Creates the error for a fault of the report itself: a repetition would fail alike. */
function tooComplex(): VaultError {
  return new VaultError(
    'invalid_request',
    'The report is too complex to be read. Nothing was saved. Divide or simplify it.',
  );
}

/** Creates the error for a fault of this computer: a repetition may succeed. */
function tooBusy(): VaultError {
  const message = 'This computer is too busy to read the report now. Nothing was saved. Try again shortly.';
  return new VaultError('rate_limited', message, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}
