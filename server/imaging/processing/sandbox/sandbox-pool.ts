/**
 * Pool of sandbox processes: started when there is work, one job at a time each, ended when idle, when a job fails and
 * when a session locks. A killed process fails only its own job. Frames and texts, for which a person waits, come
 * before renditions and may use one extra process.
 */
import { PROCESSING_MAX_MS, PROCESSING_PATIENCE } from '#contract/limits.ts';
import { ProcessingError, StarvedJobError } from '#server/imaging/processing/processing-error.ts';
import { checkResult } from './check-result.ts';
import type { Launcher, SandboxChild, SandboxEnd } from './launch-sandbox.ts';
import type { SandboxResult, SandboxTask } from './sandbox-messages.ts';

const IDLE_MS = 30_000;
const LOOK_EVERY_MS = 500;

export interface SandboxJob {
  readonly task: SandboxTask;
  /** Identifies the file; a process that still has it gets no second copy. */
  readonly fileId: string;
  readonly size: number;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

export interface SandboxPool {
  /**
   * Runs a job in a sandbox.
   * @throws ProcessingError `timed_out`, `too_large` (out of memory), `damaged` (the decoder crashed); StarvedJobError
   * when the wall clock ran out before the processor time; JobAborted when the signal aborts or the pool closes; errors
   * of `read`.
   */
  readonly run: (job: SandboxJob) => Promise<SandboxResult>;
  /** Ends every process that may still have a file in memory. */
  readonly forget: () => void;
  readonly close: () => void;
}

/** The job ended because the file's group was locked. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted';
}

interface Member {
  readonly child: SandboxChild;
  /** Callbacks of the job that is running. */
  onResult: (result: SandboxResult) => void;
  onLost: (error: Error) => void;
  fileId: string | undefined;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** Limits in milliseconds of processor time and of wall-clock time. */
interface Patience {
  readonly maxMs: number;
  readonly maxClockMs: number;
}

interface Waiting {
  readonly job: SandboxJob;
  readonly start: (member: Member) => void;
}

/**
 * Creates the pool.
 * @param size maximum number of processes that make renditions
 * @param maxMs processor time of a job
 * @param maxClockMs wall-clock limit, for a computer busy with other work
 */
export function createSandboxPool(
  launch: Launcher,
  size: number,
  maxMs = PROCESSING_MAX_MS,
  maxClockMs = maxMs * PROCESSING_PATIENCE,
): SandboxPool {
  const members = new Set<Member>();
  const waiting: Waiting[] = [];
  let isClosed = false;

  function drop(member: Member): void {
    clearTimeout(member.idle);
    members.delete(member);
    member.onLost(new JobAborted());
    member.child.kill();
  }

  function add(): Member {
    const member: Member = {
      child: launch(),
      onResult: () => undefined,
      onLost: () => undefined,
      fileId: undefined,
      isBusy: false,
      idle: undefined,
    };
    members.add(member);
    member.child.onMessage(({ result }) => member.onResult(result));
    member.child.onEnd((end) => {
      clearTimeout(member.idle);
      members.delete(member);
      member.onLost(new ProcessingError(codeOf(end)));
      dispatch();
    });
    return member;
  }

  function free(member: Member): void {
    member.isBusy = false;
    if (members.has(member)) {
      member.idle = setTimeout(() => drop(member), IDLE_MS);
      member.idle.unref();
    }
    dispatch();
  }

  function takeFor({ task, fileId }: SandboxJob): Member | undefined {
    const idle = [...members].filter(({ isBusy }) => !isBusy);
    const member = idle.find((each) => each.fileId === fileId) ?? idle[0];
    if (member !== undefined) return member;
    return members.size < (isAwaited(task) ? size + 1 : size) ? add() : undefined;
  }

  function dispatch(): void {
    const ordered = waiting.toSorted((a, b) => Number(isAwaited(b.job.task)) - Number(isAwaited(a.job.task)));
    for (const each of ordered) {
      const member = takeFor(each.job);
      if (member === undefined) continue;
      waiting.splice(waiting.indexOf(each), 1);
      clearTimeout(member.idle);
      member.isBusy = true;
      each.start(member);
    }
  }

  function run(job: SandboxJob): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (isClosed || job.signal.aborted) return reject(new JobAborted());
      const each: Waiting = {
        job,
        start(member) {
          job.signal.removeEventListener('abort', giveUp);
          runOn(member, job, { maxMs, maxClockMs }).then(
            (result) => {
              free(member);
              resolve(result);
            },
            (error) => {
              drop(member);
              free(member);
              reject(error);
            },
          );
        },
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(each), 1);
        reject(new JobAborted());
      };
      job.signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(each);
      dispatch();
    });
  }

  function forget(): void {
    for (const member of members) if (!member.isBusy) drop(member);
  }

  return {
    run,
    forget,
    close() {
      isClosed = true;
      for (const member of members) drop(member);
    },
  };
}

/** True for work a person waits for. */
function isAwaited({ kind }: SandboxTask): boolean {
  return kind !== 'pictures';
}

/** Watches a job's processor time; the wall clock ends it much later, without blaming the file. */
function watchWork(
  child: SandboxChild,
  { maxMs, maxClockMs }: Patience,
  onOver: (error: Error) => void,
): () => void {
  const before = child.workedMs?.() ?? 0;
  const look = setInterval(
    () => {
      if ((child.workedMs?.() ?? 0) - before > maxMs) onOver(new ProcessingError('timed_out'));
    },
    Math.min(maxMs, LOOK_EVERY_MS),
  );
  const late = setTimeout(() => onOver(new StarvedJobError()), maxClockMs);
  return () => {
    clearInterval(look);
    clearTimeout(late);
  };
}

/** Resolves when the process can take another job. */
async function runOn(member: Member, job: SandboxJob, patience: Patience): Promise<SandboxResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
  // Awaited last; an earlier failure must not count as an unhandled rejection.
  promise.catch(() => undefined);
  let isOver = false;
  member.onLost = reject;
  member.onResult = (result) => {
    try {
      resolve(checkResult(job.task, result));
    } catch (error) {
      reject(error);
    }
  };
  const abort = () => reject(new JobAborted());
  const stopWatching = watchWork(member.child, patience, reject);
  job.signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([promise, sendFile(member, job, () => isOver)]);
    const result = await promise;
    // A result means that the complete file arrived.
    member.fileId = job.fileId;
    return result;
  } finally {
    isOver = true;
    member.onLost = () => undefined;
    member.onResult = () => undefined;
    stopWatching();
    job.signal.removeEventListener('abort', abort);
  }
}

async function sendFile(member: Member, job: SandboxJob, isOver: () => boolean): Promise<void> {
  const { child } = member;
  const isThere = member.fileId === job.fileId;
  member.fileId = undefined;
  await child.send({ type: 'job', task: job.task, size: isThere ? null : job.size });
  if (!isThere) {
    for await (const bytes of job.read()) {
      if (isOver()) return;
      await child.send({ type: 'data', bytes });
    }
  }
}

function codeOf(end: SandboxEnd) {
  return end === 'killed' ? 'too_large' : 'damaged';
}
