/**
 * Reduces a file's pixels to their samples: no bit outside the value, no byte after the frames, no codec comment.
 * Sample values stay. A file where this cannot be ensured is not cleaned and must be left out.
 * Source: DICOM PS3.5 8 and A.4, PS3.15 E.3.1 to E.3.3.
 */
import type { Element } from 'dicom-parser';
import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { type ClearFrame, frameStreams } from './frame-streams.ts';
import { clearJpeg } from './jpeg-stream.ts';
import { clearJpeg2000 } from './jpeg2000-stream.ts';
import { type PixelShape, pixelShape } from './pixel-shape.ts';
import { decodeRle, encodeRle } from './rle-frame.ts';
import { clearUnusedBits, isFilled } from './sample-bits.ts';

export interface ClearedPixels {
  /** Uncompressed samples, or the items of encapsulated ones with their end. */
  readonly value: Uint8Array;
  readonly isEncapsulated: boolean;
}

const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
const UNCOMPRESSED = /^1\.2\.840\.10008\.1\.2(?:\.1|\.2|\.1\.99)?$/;
const RLE = '1.2.840.10008.1.2.5';
const JPEG = /^1\.2\.840\.10008\.1\.2\.4\.(?:5[0-9]|6[0-6]|70|80|81)$/;
const JPEG_2000 = /^1\.2\.840\.10008\.1\.2\.4\.(?:9[0-3]|20[1-3])$/;

/**
 * Cleans the pixels of a file; undefined where they cannot be cleaned. @param item the pixel element at the top
 * level.
 */
export function clearPixels(dataset: DicomDataset, item: Element): ClearedPixels | undefined {
  const shape = pixelShape(dataset, item.tag.toLowerCase());
  if (shape === undefined) return undefined;
  if (item.encapsulatedPixelData !== true) {
    if (!UNCOMPRESSED.test(dataset.transferSyntaxUid)) return undefined;
    const value = plainPixels(dataset, item, shape);
    return value && { value, isEncapsulated: false };
  }
  const clear = codecOf(dataset.transferSyntaxUid, shape);
  const layout = { frames: shape.frames, isFragmentEach: dataset.transferSyntaxUid === RLE };
  const frames = clear && frameStreams(dataset.parsed.byteArray, item, layout, clear);
  if (frames === undefined || frames.length === 0) return undefined;
  const hasOffsets = (item.basicOffsetTable ?? []).length > 0;
  return { value: encapsulated(frames, hasOffsets), isEncapsulated: true };
}

function plainPixels({ parsed, transferSyntaxUid }: DicomDataset, item: Element, shape: PixelShape) {
  const bits = shape.frameBits * shape.frames;
  const length = Math.min(item.length, Math.ceil(bits / 8));
  const frames = parsed.byteArray.subarray(item.dataOffset, item.dataOffset + length);
  const cleared = clearUnusedBits(frames, shape, transferSyntaxUid !== EXPLICIT_BIG_ENDIAN);
  // Clears unused bits of the last byte.
  const last = length - 1;
  if (cleared !== undefined && bits % 8 !== 0 && length === Math.ceil(bits / 8))
    cleared[last] = (cleared[last] ?? 0) & ((1 << (bits % 8)) - 1);
  return cleared;
}

function codecOf(transferSyntaxUid: string, shape: PixelShape): ClearFrame | undefined {
  if (transferSyntaxUid === RLE)
    return (stream, from) => clearRle(stream.subarray(from), shape, stream.length);
  const clear = JPEG.test(transferSyntaxUid)
    ? clearJpeg
    : JPEG_2000.test(transferSyntaxUid)
      ? clearJpeg2000
      : undefined;
  return (
    clear &&
    ((stream, from) => {
      const cleared = clear(stream, from);
      // A stream with more bits than the value could hide data in them.
      return cleared === undefined || (!isFilled(shape) && cleared.precision > shape.bitsStored)
        ? undefined
        : cleared;
    })
  );
}

function clearRle(frame: Uint8Array, shape: PixelShape, end: number) {
  if (shape.bitsAllocated % 8 !== 0) return undefined;
  const layout = { ...shape, bytesPerSample: shape.bitsAllocated / 8 };
  const samples = decodeRle(frame, layout);
  const cleared = samples && clearUnusedBits(samples, shape, true);
  return cleared && { bytes: encodeRle(cleared, layout), end };
}

/** Encapsulates frames: one item per frame after the offset table, which is empty unless there was one. */
function encapsulated(frames: readonly Uint8Array[], hasOffsets: boolean): Uint8Array {
  const items = frames.map((frame) => item(0xe000, frame));
  const offsets = new DataView(new ArrayBuffer(hasOffsets ? frames.length * 4 : 0));
  let at = 0;
  for (const [frame, { length }] of items.entries()) {
    if (hasOffsets) offsets.setUint32(frame * 4, at, true);
    at += length;
  }
  return concatBytes([
    item(0xe000, new Uint8Array(offsets.buffer)),
    ...items,
    item(0xe0dd, new Uint8Array(0)),
  ]);
}

function item(element: number, body: Uint8Array): Uint8Array {
  const padding = body.length % 2;
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0xfffe, true);
  head.setUint16(2, element, true);
  head.setUint32(4, body.length + padding, true);
  return concatBytes([new Uint8Array(head.buffer), body, new Uint8Array(padding)]);
}
