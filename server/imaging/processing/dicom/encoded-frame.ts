/** Extracts the bytes of one frame: a slice of uncompressed pixels, or the fragments of a compressed frame. */
import dicomParser from 'dicom-parser';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { BIG_ENDIAN, PIXEL_DATA, type PixelFormat } from './pixel-format.ts';

/** The bytes of one frame. @param frame from 0. @throws ProcessingError damaged */
export function encodedFrame(dataset: DicomDataset, format: PixelFormat, frame: number): Uint8Array {
  try {
    const isInFragments = dataset.element(PIXEL_DATA)?.encapsulatedPixelData === true;
    const bytes = isInFragments ? fragmentsOf(dataset, format, frame) : plain(dataset, format, frame);
    if (bytes.length > 0) return bytes;
  } catch {
    // The parser throws texts and errors alike when fragments are inconsistent.
  }
  throw new ProcessingError('damaged');
}

/** True for 4:2:2 colours, where two pixels share their last two samples. */
export function isHalvedColour(photometricInterpretation: string): boolean {
  return photometricInterpretation === 'YBR_FULL_422' || photometricInterpretation === 'YBR_PARTIAL_422';
}

/** Bits of one frame in an uncompressed file; 4:2:2 shares two of six samples. */
function plainFrameBits({ rows, columns, samplesPerPixel, bitsAllocated, ...format }: PixelFormat): number {
  const isHalved = isHalvedColour(format.photometricInterpretation);
  return rows * columns * bitsAllocated * (isHalved ? 2 : samplesPerPixel);
}

function plain(dataset: DicomDataset, format: PixelFormat, frame: number): Uint8Array {
  const element = dataset.element(PIXEL_DATA);
  const frameBits = plainFrameBits(format);
  const firstBit = frameBits * frame;
  if (element === undefined) return new Uint8Array();
  // Frames of one bit per pixel may start within a byte.
  if (firstBit % 8 !== 0) return shifted(dataset, element.dataOffset, firstBit, frameBits);
  const start = element.dataOffset + firstBit / 8;
  const end = start + Math.ceil(frameBits / 8);
  const { byteArray } = dataset.parsed;
  const last = Math.min(element.dataOffset + element.length, byteArray.length);
  if (end > last) return new Uint8Array();
  if (dataset.transferSyntaxUid !== BIG_ENDIAN) return byteArray.subarray(start, end);
  return littleEndian(byteArray.subarray(element.dataOffset, last), start - element.dataOffset, end - start, {
    bitsAllocated: format.bitsAllocated,
    isInWords: element.vr === 'OW',
  });
}

/** Swaps the words of big endian files; also bytes, where they are stored in words (OW). Source: DICOM PS3.5 8.1.1. */
function littleEndian(
  pixels: Uint8Array,
  start: number,
  length: number,
  { bitsAllocated, isInWords }: { readonly bitsAllocated: number; readonly isInWords: boolean },
): Uint8Array {
  if (bitsAllocated <= 8) {
    if (!isInWords) return pixels.subarray(start, start + length);
    return Uint8Array.from({ length }, (_, at) => pixels[(start + at) ^ 1] ?? 0);
  }
  const copy = Buffer.from(pixels.subarray(start, start + length));
  if (bitsAllocated === 16) copy.subarray(0, copy.length & ~1).swap16();
  if (bitsAllocated === 32) copy.subarray(0, copy.length & ~3).swap32();
  return copy;
}

function shifted(dataset: DicomDataset, offset: number, firstBit: number, bits: number): Uint8Array {
  const { byteArray } = dataset.parsed;
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  if (offset + Math.ceil((firstBit + bits) / 8) > byteArray.length) return new Uint8Array();
  for (let bit = 0; bit < bits; bit += 1) {
    const at = firstBit + bit;
    const value = ((byteArray[offset + (at >> 3)] ?? 0) >> (at & 7)) & 1;
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (bit & 7));
  }
  return bytes;
}

/** Uncompressed frames may be in fragments too, and complete: fragment headers are no pixels. */
function fragmentsOf(dataset: DicomDataset, format: PixelFormat, frame: number): Uint8Array {
  const bytes = compressed(dataset, format, frame);
  return format.isCompressed || bytes.length * 8 >= plainFrameBits(format) ? bytes : new Uint8Array();
}

function compressed(dataset: DicomDataset, { frames }: PixelFormat, frame: number): Uint8Array {
  const element = dataset.element(PIXEL_DATA);
  const fragments = element?.fragments ?? [];
  if (element === undefined || fragments.length === 0) return new Uint8Array();
  const { parsed } = dataset;
  if (frames === 1)
    return dicomParser.readEncapsulatedPixelDataFromFragments(parsed, element, 0, fragments.length);
  if (fragments.length === frames) {
    return dicomParser.readEncapsulatedPixelDataFromFragments(parsed, element, frame, 1);
  }
  const starts = new Set(fragments.map(({ offset }) => offset));
  const table = element.basicOffsetTable ?? [];
  // Some writers fill the offset table with zeros or wrong offsets; then frames are separated by their codestreams.
  if (table.length === frames && new Set(table).size === frames && table.every((at) => starts.has(at))) {
    return dicomParser.readEncapsulatedImageFrame(parsed, element, frame);
  }
  const offsets = dicomParser.createJPEGBasicOffsetTable(parsed, element);
  return dicomParser.readEncapsulatedImageFrame(parsed, element, frame, offsets);
}
