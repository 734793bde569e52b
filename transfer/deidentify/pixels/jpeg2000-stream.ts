/**
 * Cleans a JPEG 2000 codestream: removes comments and bytes after its end; of a JP2 file only the codestream is kept,
 * as in DICOM. Source: ITU-T T.800 Annex A and I, T.814 (HTJ2K); DICOM PS3.5 A.4.4.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';
import type { ClearedStream } from './jpeg-stream.ts';

const SOC = 0xff4f;
const SIZ = 0xff51;
const SOT = 0xff90;
const SOD = 0xff93;
const EOC = 0xffd9;
const COM = 0xff64;
/** Kept markers: CAP SIZ COD COC TLM PRF PLM PLT CPF QCD QCC RGN POC PPM PPT CRG. */
const KEPT = new Set([
  ...[0xff50, SIZ, 0xff52, 0xff53, 0xff55, 0xff56, 0xff57, 0xff58, 0xff59, 0xff5c],
  ...[0xff5d, 0xff5e, 0xff5f, 0xff60, 0xff61, 0xff63],
]);
/** JP2 boxes without which the codestream is another picture: palette or channel definition. */
const COLOUR_MAPS = ['pclr', 'cmap', 'cdef'];

/** Cleans a JPEG 2000 stream. Undefined where it cannot be parsed, so its content is unknown. */
export function clearJpeg2000(stream: Uint8Array, from = 0): ClearedStream | undefined {
  const start = wordAt(stream, from) === SOC ? from : codestreamInFile(stream, from);
  if (start === undefined || wordAt(stream, start) !== SOC) return undefined;
  const kept: Uint8Array[] = [stream.subarray(start, start + 2)];
  const main = clearHeader(stream, start + 2, SOT, false);
  if (main === undefined || main.precision === 0) return undefined;
  kept.push(...main.kept);
  let at = main.end;
  while (wordAt(stream, at) === SOT) {
    const part = clearTilePart(stream, at);
    if (part === undefined) return undefined;
    kept.push(...part.kept);
    at = part.end;
  }
  const end = wordAt(stream, at) === EOC ? at + 2 : at;
  return { bytes: concatBytes([...kept, Uint8Array.of(0xff, 0xd9)]), precision: main.precision, end };
}

interface Part {
  readonly kept: readonly Uint8Array[];
  readonly precision: number;
  readonly end: number;
}

/** Cleans marker segments up to `until`. A comment is removed, or emptied where lengths elsewhere include it. */
function clearHeader(stream: Uint8Array, from: number, until: number, isCounted: boolean): Part | undefined {
  const kept: Uint8Array[] = [];
  let precision = 0;
  let at = from;
  for (let code = wordAt(stream, at); code !== until; code = wordAt(stream, at)) {
    const end = at + 2 + wordAt(stream, at + 2);
    if (end <= at + 3 || end > stream.length) return undefined;
    const whole = stream.subarray(at, end);
    if (code === SIZ) precision = precisionOf(whole);
    if (KEPT.has(code)) kept.push(whole);
    else if (code !== COM) return undefined;
    else if (isCounted) kept.push(concatBytes([whole.subarray(0, 4), new Uint8Array(whole.length - 4)]));
    at = end;
  }
  return { kept, precision, end: at };
}

function clearTilePart(stream: Uint8Array, from: number): Part | undefined {
  const length = new DataView(stream.buffer, stream.byteOffset).getUint32(from + 6);
  const end = length === 0 ? endOfData(stream, from) : from + length;
  if (end > stream.length || end < from + 14) return undefined;
  const header = clearHeader(stream, from + 12, SOD, true);
  if (header === undefined || header.end + 2 > end) return undefined;
  return {
    kept: [stream.subarray(from, from + 12), ...header.kept, stream.subarray(header.end, end)],
    precision: 0,
    end,
  };
}

/** Packets contain no marker this high. */
function endOfData(stream: Uint8Array, from: number): number {
  for (let at = from; at + 1 < stream.length; at += 1) if (wordAt(stream, at) === EOC) return at;
  return stream.length;
}

/** The highest precision of any component. @param siz the complete marker segment */
function precisionOf(siz: Uint8Array): number {
  const components = wordAt(siz, 38);
  let precision = 0;
  for (let at = 0; at < components; at += 1)
    precision = Math.max(precision, ((siz[40 + at * 3] ?? 0) & 0x7f) + 1);
  return precision;
}

/** Start of the codestream in a JP2 file with nothing else but its header. */
function codestreamInFile(stream: Uint8Array, from: number): number | undefined {
  if (boxAt(stream, from)?.type !== 'jP  ') return undefined;
  for (let at = from; at + 8 <= stream.length; ) {
    const box = boxAt(stream, at);
    if (box === undefined) return undefined;
    if (box.type === 'jp2c') return box.body;
    if (box.type === 'jp2h') {
      for (let inner = box.body; inner + 8 <= box.end; ) {
        const part = boxAt(stream, inner);
        if (part === undefined || COLOUR_MAPS.includes(part.type)) return undefined;
        inner = part.end;
      }
    }
    at = box.end;
  }
  return undefined;
}

function boxAt(stream: Uint8Array, at: number): { type: string; body: number; end: number } | undefined {
  if (at + 8 > stream.length) return undefined;
  const view = new DataView(stream.buffer, stream.byteOffset);
  const length = view.getUint32(at);
  const isLong = length === 1 && at + 16 <= stream.length;
  const size = isLong ? Number(view.getBigUint64(at + 8)) : length === 0 ? stream.length - at : length;
  const body = at + (isLong ? 16 : 8);
  if (size < body - at) return undefined;
  return { type: String.fromCharCode(...stream.subarray(at + 4, at + 8)), body, end: at + size };
}

function wordAt(stream: Uint8Array, at: number): number {
  return ((stream[at] ?? 0) << 8) | (stream[at + 1] ?? 0);
}
