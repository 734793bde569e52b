/**
 * Stops a worker thread that had plaintext in memory: it runs garbage collection first, because its memory is passed on
 * unchanged to the next thread.
 */
import { once } from 'node:events';
import { parentPort, type Worker } from 'node:worker_threads';
import { forceGarbageCollection } from '#server/system/force-gc.ts';

/** Message that asks a thread to stop; differs from every job message. */
export const STOP_MESSAGE = 'rest';

/** Stops an idle thread that calls `acceptStopRequests`; resolves when it has ended. */
export async function stopWorkerAfterGc(thread: Worker): Promise<void> {
  thread.removeAllListeners('message');
  const rested = Promise.race([once(thread, 'message'), once(thread, 'exit')]).catch(() => undefined);
  thread.postMessage(STOP_MESSAGE);
  await rested;
  await thread.terminate();
}

/** Makes a worker thread stop on request. Call inside the thread. */
export function acceptStopRequests(): void {
  parentPort?.on('message', async (message: unknown) => {
    if (message !== STOP_MESSAGE) return;
    await forceGarbageCollection();
    parentPort?.postMessage(STOP_MESSAGE);
  });
}
