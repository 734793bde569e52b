/**
 * Cleans a JPEG or JPEG-LS stream: removes comments, application data and bytes after its end. Keeps tables, scans and
 * colour markers (JFIF, Adobe, the colour transform of JPEG-LS) without their free parts.
 * Source: ITU-T T.81 Annex B, T.87 Annex C; JFIF 1.02.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';

export interface ClearedStream {
  readonly bytes: Uint8Array;
  /** Bits of a sample in the stream. */
  readonly precision: number;
  /** Offset after the stream's end in the input. */
  readonly end: number;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
/**
 * Kept markers: frames, Huffman and arithmetic tables, quantisation, restart, line count, JPEG-LS frame and parameters.
 */
const KEPT = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
  ...[0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xf7, 0xf8],
]);
const FRAMES = new Set(
  [...KEPT].filter((code) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xcc),
);
FRAMES.add(0xf7);

/** Cleans a JPEG stream. Undefined where it cannot be parsed, so its content is unknown. */
export function clearJpeg(stream: Uint8Array, from = 0): ClearedStream | undefined {
  if (stream[from] !== 0xff || stream[from + 1] !== SOI) return undefined;
  const kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let precision = 0;
  let at = from + 2;
  while (at < stream.length) {
    if (stream[at] !== 0xff) return undefined;
    const code = stream[at + 1];
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === EOI || code === SOI) return ended(kept, precision, code === EOI ? at + 2 : at);
    const length = ((stream[at + 2] ?? 0) << 8) | (stream[at + 3] ?? 0);
    const end = at + 2 + length;
    if (code === undefined || length < 2 || end > stream.length) return undefined;
    const body = stream.subarray(at + 4, end);
    if (FRAMES.has(code)) precision = Math.max(precision, body[0] ?? 0);
    if (code === SOS) {
      const scanEnd = endOfScan(stream, end);
      kept.push(stream.subarray(at, scanEnd));
      at = scanEnd;
      continue;
    }
    if (KEPT.has(code)) kept.push(stream.subarray(at, end));
    else if (code >= 0xe0 && code <= 0xef) kept.push(...colourSegment(code, body));
    else if (code !== COM) return undefined;
    at = end;
  }
  return ended(kept, precision, at);
}

/** Adds a missing end marker; a stream without frame is refused. */
function ended(kept: Uint8Array[], precision: number, end: number): ClearedStream | undefined {
  if (precision === 0) return undefined;
  return { bytes: concatBytes([...kept, Uint8Array.of(0xff, EOI)]), precision, end };
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(stream: Uint8Array, from: number): number {
  for (let at = from; at + 1 < stream.length; at += 1) {
    const next = stream[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (stream[at] === 0xff && next >= 0x80 && next !== 0xff && !isRestart) return at;
  }
  return stream.length;
}

function colourSegment(code: number, body: Uint8Array): Uint8Array[] {
  const starts = (text: string) => [...text].every((letter, at) => body[at] === letter.charCodeAt(0));
  // Keeps version, unit and density, without the thumbnail.
  if (code === 0xe0 && starts('JFIF\0') && body.length >= 14)
    return [segment(code, Uint8Array.of(...body.subarray(0, 12), 0, 0))];
  if (code === 0xee && starts('Adobe') && body.length >= 12) return [segment(code, body.subarray(0, 12))];
  if (code === 0xe8 && starts('mrfx') && body.length >= 5) return [segment(code, body.subarray(0, 5))];
  return [];
}

function segment(code: number, body: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.of(0xff, code, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}
