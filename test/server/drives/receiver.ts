/** Stream that stores copies of its chunks, because the sender reuses its buffers. */
import { Writable } from 'node:stream';

export interface Receiver {
  readonly sink: Writable;
  readonly bytes: () => Buffer;
}

/** @param onChunk called after every chunk. */
export function createReceiver(onChunk: () => void = () => undefined): Receiver {
  const received: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received.push(Buffer.from(chunk));
      onChunk();
      done();
    },
  });
  return { sink, bytes: () => Buffer.concat(received) };
}
