/**
 * Limits what a thread works on one job, in processor time: on a busy machine an hour may pass over a second of work.
 * Only where a thread neither works nor answers, or this Node cannot tell what it works, the clock on the wall decides,
 * with far more patience.
 */
import type { Worker } from 'node:worker_threads';

export interface WorkLimit {
  readonly processorMs: number;
  readonly patienceMs: number;
}

/** `worked`: more than the limit. `late`: the clock ran out, which says nothing of the job. */
export type Overrun = 'worked' | 'late';

export interface WorkClock {
  /** The thread has taken the job: what it worked before, its own start above all, does not count. */
  readonly begin: () => void;
  readonly stop: () => void;
}

const LOOK_EVERY_MS = 500;

/** Begins with patience alone. `onOverrun` is called once, and not after `stop`. */
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

/** Since its start; undefined where it has ended, and on a Node before 24.6, which cannot tell. */
async function workedMs(thread: Worker): Promise<number | undefined> {
  if (typeof thread.cpuUsage !== 'function') return undefined;
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
