/** Runs one order on a travelling copy's folder in a worker thread, so that the window never waits. */
import { Worker } from 'node:worker_threads';
import type { TakeFailure } from '#main/preload/bridge.ts';
import type { CopySummary } from '#server/sync/copy-summary.ts';
import type { CopyOrder, CopyProgress, FromCopyThread, ToCopyThread } from './copy-messages.ts';

export type CopyEnd =
  | { readonly type: 'done'; readonly outline: CopySummary | null }
  | { readonly type: 'failed'; readonly failure: TakeFailure };

export interface CopyWork {
  /** Resolves once the thread has ended; never rejects. */
  readonly ended: Promise<CopyEnd>;
  readonly cancel: () => void;
}

/** Starts work on a travelling copy in a thread. @param threadFile the built `copy-thread.js` */
export function startCopyWork(
  threadFile: string,
  order: CopyOrder,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): CopyWork {
  const worker = new Worker(threadFile, { workerData: order });
  let end: CopyEnd = { type: 'failed', failure: 'other' };
  worker.on('message', (message: FromCopyThread) => {
    if (message.type === 'progress') onProgress(message.progress);
    else {
      end = message;
      // Terminate it, because it has closed everything it opened.
      void worker.terminate();
    }
  });
  // Ignore the error, because the thread's end reports it.
  worker.on('error', () => undefined);
  return {
    ended: new Promise((resolve) => worker.once('exit', () => resolve(end))),
    cancel: () => worker.postMessage({ type: 'cancel' } satisfies ToCopyThread),
  };
}
