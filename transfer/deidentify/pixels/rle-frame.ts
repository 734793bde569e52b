/**
 * Decodes and encodes RLE frames again, so that no data remains after a segment or outside the samples.
 * Source: DICOM PS3.5 Annex G.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';

export interface RleShape {
  readonly rows: number;
  readonly columns: number;
  readonly samplesPerPixel: number;
  readonly bytesPerSample: number;
}

const HEADER_BYTES = 64;
const SEGMENTS_MAX = 15;
const RUN_MAX = 128;

/** Samples plane after plane, little endian. Undefined where segments are missing or too short. */
export function decodeRle(frame: Uint8Array, shape: RleShape): Uint8Array | undefined {
  const planes = shape.samplesPerPixel * shape.bytesPerSample;
  const pixels = shape.rows * shape.columns;
  if (frame.length < HEADER_BYTES) return undefined;
  const header = new DataView(frame.buffer, frame.byteOffset, HEADER_BYTES);
  if (header.getUint32(0, true) !== planes || planes > SEGMENTS_MAX) return undefined;
  const samples = new Uint8Array(planes * pixels);
  for (let plane = 0; plane < planes; plane += 1) {
    const from = header.getUint32(4 + plane * 4, true);
    const bytes = unpack(frame.subarray(from), pixels);
    if (from < HEADER_BYTES || bytes === undefined) return undefined;
    const place = placeOf(plane, shape, pixels);
    for (let at = 0; at < pixels; at += 1) samples[place.from + at * place.step] = bytes[at] ?? 0;
  }
  return samples;
}

/** Encodes samples as an RLE frame. @param samples as `decodeRle` returns them. */
export function encodeRle(samples: Uint8Array, shape: RleShape): Uint8Array {
  const planes = shape.samplesPerPixel * shape.bytesPerSample;
  const pixels = shape.rows * shape.columns;
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint32(0, planes, true);
  const segments: Uint8Array[] = [];
  let offset = HEADER_BYTES;
  for (let plane = 0; plane < planes; plane += 1) {
    const place = placeOf(plane, shape, pixels);
    const bytes = new Uint8Array(pixels);
    for (let at = 0; at < pixels; at += 1) bytes[at] = samples[place.from + at * place.step] ?? 0;
    const segment = pack(bytes, shape.columns);
    header.setUint32(4 + plane * 4, offset, true);
    offset += segment.length;
    segments.push(segment);
  }
  return concatBytes([new Uint8Array(header.buffer), ...segments]);
}

/** Segments contain a sample's bytes from the highest on. */
function placeOf(plane: number, { bytesPerSample }: RleShape, pixels: number) {
  const sample = Math.floor(plane / bytesPerSample);
  const byte = bytesPerSample - 1 - (plane % bytesPerSample);
  return { from: sample * pixels * bytesPerSample + byte, step: bytesPerSample };
}

function unpack(packed: Uint8Array, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  let at = 0;
  let out = 0;
  while (out < length) {
    const count = packed[at];
    if (count === undefined) return undefined;
    at += 1;
    if (count === RUN_MAX) continue;
    const size = count < RUN_MAX ? count + 1 : 257 - count;
    const taken = Math.min(size, length - out);
    if (count < RUN_MAX) {
      if (at + taken > packed.length) return undefined;
      bytes.set(packed.subarray(at, at + taken), out);
      at += size;
    } else {
      const value = packed[at];
      if (value === undefined) return undefined;
      bytes.fill(value, out, out + taken);
      at += 1;
    }
    out += taken;
  }
  return bytes;
}

/** Encodes each row separately, to an even length. */
function pack(bytes: Uint8Array, columns: number): Uint8Array {
  // Worst case: a literal of 128 bytes takes one byte more, and so does a row.
  const rows = bytes.length / columns;
  const packed = new Uint8Array(bytes.length + rows * (Math.ceil(columns / RUN_MAX) + 1) + 1);
  let out = 0;
  for (let from = 0; from < bytes.length; from += columns) {
    const end = from + columns;
    for (let at = from; at < end; ) {
      const run = runAt(bytes, at, end);
      if (run > 1) {
        packed[out] = 257 - run;
        packed[out + 1] = bytes[at] ?? 0;
        out += 2;
        at += run;
        continue;
      }
      let literal = 1;
      while (literal < RUN_MAX && at + literal < end && runAt(bytes, at + literal, end) < 3) literal += 1;
      packed[out] = literal - 1;
      packed.set(bytes.subarray(at, at + literal), out + 1);
      out += literal + 1;
      at += literal;
    }
  }
  return packed.slice(0, out + (out % 2));
}

function runAt(bytes: Uint8Array, from: number, end: number): number {
  const limit = Math.min(end, from + RUN_MAX);
  let at = from + 1;
  while (at < limit && bytes[at] === bytes[from]) at += 1;
  return at - from;
}
