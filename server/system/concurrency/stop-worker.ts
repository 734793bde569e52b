/**
 * The end of a thread that was given something in clear: it collects first, because the memory of a thread that ended is
 * kept for the next one as it was.
 */
import { once } from 'node:events';
import { parentPort, type Worker } from 'node:worker_threads';
import { forceGarbageCollection } from '#server/system/force-gc.ts';

/** No job of any thread. */
export const STOP_MESSAGE = 'rest';

/** Of a thread without work, whose side calls `acceptStopRequests`; resolves when it has ended. */
export async function stopWorkerAfterGc(thread: Worker): Promise<void> {
  thread.removeAllListeners('message');
  const rested = Promise.race([once(thread, 'message'), once(thread, 'exit')]).catch(() => undefined);
  thread.postMessage(STOP_MESSAGE);
  await rested;
  await thread.terminate();
}

/** In the thread. */
export function acceptStopRequests(): void {
  parentPort?.on('message', async (message: unknown) => {
    if (message !== STOP_MESSAGE) return;
    await forceGarbageCollection();
    parentPort?.postMessage(STOP_MESSAGE);
  });
}
