/**
 * gzip, of one member or of several that follow each other, as `cat a.gz b.gz` and some servers make it; the platform's
 * own stream takes the second for damage. Each member's check sum is compared. Source: RFC 1952, 2.2 and 2.3.1.
 */
import { Gunzip } from 'fflate';
import { CRC_START, updateCrc } from '#sdk/media/crc32.ts';

const TRAILER_BYTES = 8;
/** A trailer, and the header behind it, which names a file and may hold a comment. */
const KEPT_BYTES = 4096;
/** Bytes of the input handed on at once: what comes out of them lies in memory. */
const STEP_BYTES = 256 * 1024;

export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** @throws Error when it is damaged or ends too early; what came before is good as far as it was checked. */
export async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  let crc = CRC_START;
  let length = 0;
  let read = 0;
  /** The last bytes that were read, whose end is the trailer of a member that has just ended. */
  let tail = new Uint8Array(0);
  const gunzip = new Gunzip((piece) => {
    crc = updateCrc(crc, piece);
    length = (length + piece.length) >>> 0;
    out.push(piece);
  });
  gunzip.onmember = (begin) => {
    checkTrailer(tail.subarray(0, tail.length - (read - begin)));
    crc = CRC_START;
    length = 0;
  };

  function checkTrailer(until: Uint8Array): void {
    const trailer = until.slice(-TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) throw new Error('The end of a gzip member is missing.');
    const view = new DataView(trailer.buffer);
    if (view.getUint32(0, true) !== ~crc >>> 0 || view.getUint32(4, true) !== length)
      throw new Error('The check sum of a gzip member differs.');
  }

  for await (const piece of packed) {
    for (let at = 0; at < piece.length; at += STEP_BYTES) {
      const step = piece.subarray(at, at + STEP_BYTES);
      read += step.length;
      tail = joined(tail.slice(-KEPT_BYTES), step);
      gunzip.push(step);
      yield* out.splice(0);
    }
  }
  gunzip.push(new Uint8Array(0), true);
  yield* out.splice(0);
  checkTrailer(tail);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
