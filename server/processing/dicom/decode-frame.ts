/**
 * One frame of a DICOM file as samples a viewer can take as they are: colours are interleaved 8-bit RGB,
 * shades are whole little-endian words, sign-extended, without overlay bits, after a modality table where
 * the file has one. Windowing is left to whoever shows them. Source: DICOM PS3.3 C.7.6.3, PS3.5 8.
 */
import type { DicomDataset } from '#dicom/dataset.ts';
import { ProcessingError } from '#server/processing/processing-error.ts';
import type { DecodedPixels } from './codecs.ts';
import { toRgb } from './colours.ts';
import { encodedFrame } from './encoded-frame.ts';
import { type LookupTable, lookUp, lookupTable } from './lookup-table.ts';
import { BIG_ENDIAN, type PixelFormat } from './pixel-format.ts';

export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

export interface DecodedFrame {
  readonly rows: number;
  readonly columns: number;
  readonly photometricInterpretation: 'MONOCHROME1' | 'MONOCHROME2' | 'RGB';
  readonly samplesPerPixel: 1 | 3;
  /** Of one sample as it stands in `samples`. */
  readonly bitsAllocated: 8 | 16 | 32;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  readonly samples: Samples;
  /** Shade = slope × sample + intercept. */
  readonly rescaleSlope: number;
  readonly rescaleIntercept: number;
}

/** @param frame from 0. @throws ProcessingError */
export async function decodeFrame(
  dataset: DicomDataset,
  format: PixelFormat,
  frame: number,
): Promise<DecodedFrame> {
  const encoded = encodedFrame(dataset, format, frame);
  const pixels = format.isCompressed
    ? await decompress(dataset.transferSyntaxUid, format, encoded)
    : plainPixels(format, dataset.transferSyntaxUid === BIG_ENDIAN ? swapped(encoded, format) : encoded);
  const { rows, columns } = format;
  const isPalette = pixels.photometricInterpretation === 'PALETTE COLOR';
  if (format.samplesPerPixel === 3 || isPalette) {
    return {
      rows,
      columns,
      photometricInterpretation: 'RGB',
      samplesPerPixel: 3,
      bitsAllocated: 8,
      bitsStored: 8,
      isSigned: false,
      samples: isPalette ? palette(dataset, format, pixels) : toRgb(format, pixels),
      rescaleSlope: 1,
      rescaleIntercept: 0,
    };
  }
  return shades(dataset, format, pixels);
}

/** The codecs take a quarter of a second to load, and most files need none. */
async function decompress(transferSyntaxUid: string, format: PixelFormat, encoded: Uint8Array) {
  const { decodeCompressed } = await import('./codecs.ts');
  return decodeCompressed(transferSyntaxUid, format, encoded);
}

function plainPixels(format: PixelFormat, data: Uint8Array): DecodedPixels {
  return { ...format, data };
}

/** Words of big endian files are turned; their bytes are not. */
function swapped(bytes: Uint8Array, { bitsAllocated }: PixelFormat): Uint8Array {
  const copy = Buffer.from(bytes);
  if (bitsAllocated === 16) copy.subarray(0, copy.length & ~1).swap16();
  if (bitsAllocated === 32) copy.subarray(0, copy.length & ~3).swap32();
  return copy;
}

/** Samples of one channel as their own type, without the bits that are not theirs. */
function samplesOf(format: PixelFormat, { data, bitsAllocated }: DecodedPixels): Samples {
  const count = format.rows * format.columns;
  if (bitsAllocated === 1) {
    return Uint8Array.from({ length: count }, (_, at) => ((data[at >> 3] ?? 0) >> (at & 7)) & 1);
  }
  if (data.length < (count * bitsAllocated) / 8) throw new ProcessingError('damaged');
  const words = aligned(data, count, bitsAllocated, format.isSigned);
  const above = bitsAllocated - 1 - format.highBit;
  const unused = bitsAllocated - format.bitsStored;
  if (unused <= 0 || format.isCompressed) return words;
  // Up to the top drops overlay bits above, back down drops those below and brings the sign along.
  const shift = 32 - bitsAllocated;
  for (let at = 0; at < count; at += 1) {
    const top = (words[at] ?? 0) << (shift + above);
    words[at] = format.isSigned ? top >> (shift + unused) : top >>> (shift + unused);
  }
  return words;
}

function aligned(data: Uint8Array, count: number, bits: number, isSigned: boolean): Samples {
  const { buffer } = Uint8Array.from(data.subarray(0, (count * bits) / 8));
  if (bits === 8) return isSigned ? new Int8Array(buffer) : new Uint8Array(buffer);
  if (bits === 16) return isSigned ? new Int16Array(buffer) : new Uint16Array(buffer);
  if (bits === 32) return isSigned ? new Int32Array(buffer) : new Uint32Array(buffer);
  throw new ProcessingError('unsupported_syntax');
}

function shades(dataset: DicomDataset, format: PixelFormat, pixels: DecodedPixels): DecodedFrame {
  const samples = samplesOf(format, pixels);
  const inverted = pixels.photometricInterpretation === 'MONOCHROME1';
  const frame = {
    rows: format.rows,
    columns: format.columns,
    photometricInterpretation: inverted ? ('MONOCHROME1' as const) : ('MONOCHROME2' as const),
    samplesPerPixel: 1 as const,
  };
  const [modality] = dataset.items('x00283000');
  const table = modality && lookupTable(modality, 'x00283002', 'x00283006');
  if (table !== undefined) return { ...frame, ...throughTable(samples, table) };
  return {
    ...frame,
    bitsAllocated: samples.BYTES_PER_ELEMENT === 1 ? 8 : samples.BYTES_PER_ELEMENT === 2 ? 16 : 32,
    bitsStored: format.bitsStored,
    isSigned: format.isSigned,
    samples,
    ...rescaleOf(dataset),
  };
}

function throughTable(samples: Samples, table: LookupTable) {
  return {
    bitsAllocated: 16 as const,
    bitsStored: table.bits,
    isSigned: false,
    samples: Uint16Array.from(samples, (value) => lookUp(table, value)),
    rescaleSlope: 1,
    rescaleIntercept: 0,
  };
}

/** Enhanced objects say it per frame group; what all frames share counts. */
function rescaleOf(dataset: DicomDataset) {
  const groups = [...dataset.items('x52009229'), ...dataset.items('x52009230').slice(0, 1)];
  const shared = groups.flatMap((group) => group.items('x00289145'))[0];
  const slope = dataset.number('x00281053') ?? shared?.number('x00281053') ?? 1;
  const intercept = dataset.number('x00281052') ?? shared?.number('x00281052') ?? 0;
  return { rescaleSlope: slope === 0 ? 1 : slope, rescaleIntercept: intercept };
}

function palette(dataset: DicomDataset, format: PixelFormat, pixels: DecodedPixels): Uint8Array {
  const tables = ['1', '2', '3'].map((n) => lookupTable(dataset, `x0028110${n}`, `x0028120${n}`));
  const indices = samplesOf(format, pixels);
  const rgb = new Uint8Array(indices.length * 3);
  for (const [channel, table] of tables.entries()) {
    // Segmented palettes are rare; nobody is helped by wrong colours.
    if (table === undefined) throw new ProcessingError('unsupported_syntax');
    const shift = table.entries instanceof Uint16Array && isWide(table) ? 8 : 0;
    for (let at = 0; at < indices.length; at += 1) {
      rgb[at * 3 + channel] = lookUp(table, indices[at] ?? 0) >> shift;
    }
  }
  return rgb;
}

/** Some files say 16 bits and mean 8; only entries past 255 prove the wider ones. */
function isWide({ entries }: LookupTable): boolean {
  return entries.some((entry) => entry > 255);
}
