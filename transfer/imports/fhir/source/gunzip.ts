/**
 * Decompresses gzip with one or several members, as from `cat a.gz b.gz` and some servers; the platform's own stream
 * reports the second as damage. Verifies each member's checksum. Source: RFC 1952, 2.2 and 2.3.1.
 */
import { Gunzip } from 'fflate';
import { CRC_START, updateCrc } from '#sdk/media/crc32.ts';

const TRAILER_BYTES = 8;
/** Enough for a trailer and the next header, which may have a file name and comment. */
const KEPT_BYTES = 4096;
/** Input bytes per step, to bound the output in memory. */
const STEP_BYTES = 256 * 1024;

export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/**
 * Decompresses gzip data. @throws Error when it is damaged or truncated; earlier output is valid as far as it was
 * checked.
 */
export async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  let crc = CRC_START;
  let length = 0;
  let read = 0;
  /** The last bytes read, which end with the trailer of a finished member. */
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
