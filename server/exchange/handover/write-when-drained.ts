import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Writes text to a stream and waits for a slow receiver, without leaving listeners. @throws Error when the receiver has
 * disconnected
 */
export async function writeText(sink: Writable, text: string): Promise<void> {
  if (sink.destroyed) throw new Error('The receiver closed the connection.');
  if (sink.write(text)) return;
  const waiting = new AbortController();
  try {
    await Promise.race([once(sink, 'drain', waiting), closed(sink, waiting)]);
  } finally {
    waiting.abort();
  }
}

async function closed(sink: Writable, { signal }: AbortController): Promise<never> {
  await once(sink, 'close', { signal });
  throw new Error('The receiver closed the connection.');
}
