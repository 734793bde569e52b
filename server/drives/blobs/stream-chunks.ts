/**
 * Writes opened runs to the receiver's stream with backpressure: one is sent while the next is opened. Buffers are
 * used again, so each write is awaited, which a pipe would not allow. Any failure destroys the stream instead of
 * ending it. Source: sealing design B6, "Range".
 */
import type { Writable } from 'node:stream';
import { sessionLockedError } from './seal-upload.ts';

/** The receiver disconnected; the content is intact. */
export class ClientDisconnected extends Error {
  override readonly name = 'ReceiverGone';
}

/**
 * Writes all runs to the sink.
 * @param signal aborted when the session locks: the sink is destroyed at once.
 * @throws session_locked, ReceiverGone, and errors of the runs.
 */
export async function streamChunks(
  runs: AsyncIterable<Uint8Array>,
  sink: Writable,
  signal: AbortSignal,
): Promise<void> {
  let failure: Error | undefined;
  let refuse: (error: Error) => void = () => undefined;

  function stop(error: Error): void {
    failure ??= error;
    sink.destroy();
    refuse(failure);
  }
  function write(run: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    refuse = reject;
    // A failure is thrown where the write is awaited, so it is not an unhandled rejection.
    promise.catch(() => undefined);
    if (failure === undefined) sink.write(run, (error) => (error ? gone() : resolve()));
    else reject(failure);
    return promise;
  }

  const cut = () => stop(sessionLockedError());
  const gone = () => stop(new ClientDisconnected());
  signal.addEventListener('abort', cut, { once: true });
  sink.once('close', gone);
  if (signal.aborted) cut();
  else if (sink.destroyed) gone();
  try {
    let writing = Promise.resolve();
    for await (const run of runs) {
      await writing;
      if (run.length > 0) writing = write(run);
    }
    await writing;
    if (failure !== undefined) throw failure;
    sink.end();
  } catch (error) {
    sink.destroy();
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', cut);
    sink.off('close', gone);
  }
}
