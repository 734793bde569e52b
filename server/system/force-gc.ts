/** Forces garbage collection in this thread; each thread has its own collector. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees and zeroes all unreachable memory: some 100 ms, in three turns of the event loop. Runs V8's last-resort
 * collection twice, because it also returns the young generation and evacuated pages, which still contain old data. The
 * second run returns those emptied by the first.
 */
export async function forceGarbageCollection(): Promise<void> {
  leaveBufferPool();
  collect('regular');
  await nextTurn();
  collect('last-resort');
  await nextTurn();
  collect('last-resort');
}

/** Uses up the block from which Node hands out small buffers: it lasts, with all that was in them, until it is full. */
function leaveBufferPool(): void {
  const bytes = Math.max(1, (Buffer.poolSize >>> 1) - 1);
  for (let taken = 0; taken <= Buffer.poolSize; taken += bytes) Buffer.allocUnsafe(bytes);
}

function collect(flavor: 'regular' | 'last-resort'): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--clear-free-memory');
  try {
    const gc: unknown = runInNewContext('gc');
    if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor });
  } finally {
    setFlagsFromString('--no-clear-free-memory');
  }
}
