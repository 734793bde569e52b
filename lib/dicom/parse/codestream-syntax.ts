/**
 * Detects the transfer syntax of compressed pixels from the first frame, where the file declares none. Source: DICOM
 * PS3.5 A.4.
 */
import type { Element } from 'dicom-parser';

const JPEG_START = [0xff, 0xd8];
const JPEG_2000_START = [0xff, 0x4f];
/** Syntaxes by the marker that begins a frame. */
const JPEG_PROCESSES: Readonly<Record<number, string>> = {
  192: '1.2.840.10008.1.2.4.50',
  193: '1.2.840.10008.1.2.4.51',
  195: '1.2.840.10008.1.2.4.70',
  247: '1.2.840.10008.1.2.4.81',
};
const JPEG_2000 = '1.2.840.10008.1.2.4.91';
const RLE = '1.2.840.10008.1.2.5';
const RLE_HEADER_BYTES = 64;
const RLE_SEGMENTS_MAX = 15;

/** Detects the transfer syntax of a codestream; undefined for others. */
export function codestreamSyntax(bytes: Uint8Array, { fragments = [] }: Element): string | undefined {
  const [first] = fragments;
  if (first === undefined) return undefined;
  const frame = bytes.subarray(first.position, first.position + first.length);
  const begins = (mark: readonly number[]) => mark.every((byte, at) => frame[at] === byte);
  if (begins(JPEG_2000_START)) return JPEG_2000;
  if (begins(JPEG_START)) return jpegProcess(frame);
  if (frame.length <= RLE_HEADER_BYTES) return undefined;
  const header = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const segments = header.getUint32(0, true);
  const isRle =
    segments >= 1 && segments <= RLE_SEGMENTS_MAX && header.getUint32(4, true) === RLE_HEADER_BYTES;
  return isRle ? RLE : undefined;
}

/** Skips segments up to the one that begins the frame. */
function jpegProcess(frame: Uint8Array): string | undefined {
  for (let at = JPEG_START.length; at + 4 <= frame.length; ) {
    if (frame[at] !== 0xff) return undefined;
    const marker = frame[at + 1] ?? 0;
    const process = JPEG_PROCESSES[marker];
    if (process !== undefined) return process;
    at += 2 + (((frame[at + 2] ?? 0) << 8) | (frame[at + 3] ?? 0));
  }
  return undefined;
}
