/**
 * The sandboxes: started when there is work, one job at a time each, ended when idle, when a job goes wrong
 * and when a session locks. A process that has been killed takes nothing with it but its own job.
 * Frames, which somebody waits for, come before pictures and may use one process more.
 */
import { PROCESSING_MAX_MS, PROCESSING_PATIENCE } from '#contract/limits.ts';
import { ProcessingError, StarvedJobError } from '#server/imaging/processing/processing-error.ts';
import { checkResult } from './check-result.ts';
import type { Launcher, SandboxChild, SandboxEnd } from './launch.ts';
import type { SandboxResult, SandboxTask } from './messages.ts';

const IDLE_MS = 30_000;
const LOOK_EVERY_MS = 500;

export interface SandboxJob {
  readonly task: SandboxTask;
  /** Names the file; a process that still holds it gets no second copy. */
  readonly fileId: string;
  readonly size: number;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

export interface SandboxPool {
  /**
   * @throws ProcessingError `timed_out`, `too_large` (out of memory), `damaged` (the decoder crashed);
   * StarvedJobError when the clock ran out before the processor time did; JobAborted when the signal aborts or the pool closes; whatever `read` throws.
   */
  readonly run: (job: SandboxJob) => Promise<SandboxResult>;
  /** Ends every process that may still hold a file. */
  readonly forget: () => void;
  readonly close: () => void;
}

/** The job ended because nobody may see its file any more. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted';
}

interface Member {
  readonly child: SandboxChild;
  /** What the job that runs on it waits for. */
  onResult: (result: SandboxResult) => void;
  onLost: (error: Error) => void;
  fileId: string | undefined;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** Milliseconds of the processor, and by the clock. */
interface Patience {
  readonly maxMs: number;
  readonly maxClockMs: number;
}

interface Waiting {
  readonly job: SandboxJob;
  readonly start: (member: Member) => void;
}

/**
 * @param size how many processes may make pictures at once
 * @param maxMs processor time of a job
 * @param maxClockMs until the clock alone ends it: other work of the computer is not its fault
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
    return members.size < (task.kind === 'frames' ? size + 1 : size) ? add() : undefined;
  }

  function dispatch(): void {
    const ordered = waiting.toSorted(
      (a, b) => Number(b.job.task.kind === 'frames') - Number(a.job.task.kind === 'frames'),
    );
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

/** A busy machine ends no job that hardly ran: the clock alone does so much later, and without a judgement. */
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

/** The member is fit for another job only when this resolves. */
async function runOn(member: Member, job: SandboxJob, patience: Patience): Promise<SandboxResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
  // Awaited last; what ends the job while bytes are still on their way must not count as unhandled.
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
    // It answered, so all of the file has arrived.
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
