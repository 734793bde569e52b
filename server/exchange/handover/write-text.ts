import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Waits where the receiver is slow. @throws Error when the receiver has gone */
export async function writeText(sink: Writable, text: string): Promise<void> {
  if (sink.destroyed) throw new Error('The receiver has gone.');
  if (!sink.write(text)) await Promise.race([once(sink, 'drain'), closed(sink)]);
}

async function closed(sink: Writable): Promise<never> {
  await once(sink, 'close');
  throw new Error('The receiver has gone.');
}
