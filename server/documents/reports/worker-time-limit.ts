/**
 * Limits the processor time of a thread per job, because on a busy machine an hour may pass over one second of work.
 * The wall clock, with far more patience, decides only for a thread that hangs, or where Node cannot report its
 * processor time.
 */
import type { Worker } from 'node:worker_threads';

export interface WorkLimit {
  readonly processorMs: number;
  readonly patienceMs: number;
}

/** `worked`: over the processor-time limit. `late`: over the wall-clock limit, which says nothing about the job. */
export type Overrun = 'worked' | 'late';

export interface WorkClock {
  /** Call when the thread has begun the job; earlier work, such as its start, does not count. */
  readonly begin: () => void;
  readonly stop: () => void;
}

const LOOK_EVERY_MS = 500;

/** Starts with the wall-clock limit alone. Calls `onOverrun` once, and never after `stop`. */
export function startWorkClock(
  thread: Worker,
  { processorMs, patienceMs }: WorkLimit,
  onOverrun: (overrun: Overrun) => void,
): WorkClock {
  let isOver = false;
  let look: NodeJS.Timeout | undefined;
  const late = setTimeout(end, patienceMs, 'late');

  function stop(): void {
    isOver = true;
    clearTimeout(late);
    clearInterval(look);
  }

  function end(overrun: Overrun): void {
    if (isOver) return;
    stop();
    onOverrun(overrun);
  }

  return {
    begin() {
      if (isOver) return;
      const before = workedMs(thread);
      look = setInterval(
        async () => {
          const [begun, now] = await Promise.all([before, workedMs(thread)]);
          if (begun !== undefined && now !== undefined && now - begun > processorMs) end('worked');
        },
        Math.min(processorMs, LOOK_EVERY_MS),
      );
    },
    stop,
  };
}

/**
 * Processor time since the thread's start; undefined when it has ended, and on Node before 24.6, which cannot report
 * it.
 */
async function workedMs(thread: Worker): Promise<number | undefined> {
  if (typeof thread.cpuUsage !== 'function') return undefined;
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
