/** A stream that splits a file into parts of one size and passes each on after the previous one was written. */
import { Writable } from 'node:stream';
import { type HandoverHeader, PART_BYTES, partHeader } from '#crypto/handover/handover-format.ts';

export function createPartsSink(
  onPart: (header: HandoverHeader, bytes: Uint8Array) => Promise<void>,
  file: number,
): Writable {
  const buffer = new Uint8Array(PART_BYTES);
  let filled = 0;
  let part = 0;

  async function handOn(): Promise<void> {
    const header = partHeader(file, part);
    part += 1;
    const bytes = buffer.subarray(0, filled);
    filled = 0;
    await onPart(header, bytes);
  }

  async function take(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const length = Math.min(chunk.length - at, PART_BYTES - filled);
      buffer.set(chunk.subarray(at, at + length), filled);
      filled += length;
      at += length;
      if (filled === PART_BYTES) await handOn();
    }
  }

  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void take(chunk).then(() => done(), done),
    // An empty file has one empty part.
    final: (done) => void (filled > 0 || part === 0 ? handOn() : Promise.resolve()).then(() => done(), done),
  });
}
