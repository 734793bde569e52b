/**
 * Decodes one frame of a DICOM file to samples a viewer can use directly. Colours become interleaved 8-bit RGB; grey
 * values become little-endian words, sign-extended, without overlay bits, after the modality table if there is one. The
 * viewer applies the window. Source: DICOM PS3.3 C.7.6.3, PS3.5 8.
 */

import { type Rescale, rescaleOf, unitOfType } from '#dicom/frame/rescale.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { floatSamples, NO_VALUE } from '#server/imaging/processing/decoders/float-pixels.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { DecodedPixels } from './codecs.ts';
import { toRgb } from './convert-colours.ts';
import { encodedFrame } from './encoded-frame.ts';
import { type LookupTable, lookUp, lookupTable } from './lookup-table.ts';
import { type FrameOverlay, overlayOf } from './overlay.ts';
import { type Padding, paddingOf, type ShadeRange, shadeRange } from './padding-pixels.ts';
import type { PixelFormat } from './pixel-format.ts';
import { type Samples, sampleRange, samplesOf } from './sample-values.ts';

export interface DecodedFrame {
  /** Index of the frame, from 0. */
  readonly frameIndex: number;
  readonly rows: number;
  readonly columns: number;
  readonly photometricInterpretation: 'MONOCHROME1' | 'MONOCHROME2' | 'RGB';
  readonly samplesPerPixel: 1 | 3;
  /** Size of one element of `samples`. */
  readonly bitsAllocated: 8 | 16 | 32;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  readonly samples: Samples;
  /** Grey value = slope × sample + intercept. */
  readonly rescaleSlope: number;
  readonly rescaleIntercept: number;
  /** Factor for the file's windows and tables, where the slope changes the unit. */
  readonly unitFactor: number;
  /** Unit of a grey value; null where the file neither states nor implies one. */
  readonly unit: string | null;
  /** Lowest and highest grey value without padding; undefined for colours and for all-padding frames. */
  readonly range: ShadeRange | undefined;
  /** Sample of pixels without a value, where the frame has any. */
  readonly noValue?: number | undefined;
  readonly overlay: FrameOverlay;
}

/** Decodes one frame. @param frame from 0. @throws ProcessingError */
export async function decodeFrame(
  dataset: DicomDataset,
  format: PixelFormat,
  frame: number,
): Promise<DecodedFrame> {
  if (format.isFloat) return floatFrame(dataset, format, frame);
  const encoded = encodedFrame(dataset, format, frame);
  const pixels = format.isCompressed
    ? await decompress(dataset.transferSyntaxUid, format, encoded)
    : { ...format, data: encoded };
  const { rows, columns, samplesPerPixel } = format;
  const overlay = overlayOf(dataset, pixels, { rows, columns, samplesPerPixel, frame });
  const isPalette = pixels.photometricInterpretation === 'PALETTE COLOR';
  if (format.samplesPerPixel === 3 || isPalette) {
    return {
      frameIndex: frame,
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
      unitFactor: 1,
      unit: null,
      range: undefined,
      overlay,
    };
  }
  return { ...shades(dataset, format, pixels, frame), overlay };
}

/** A frame of float pixels: whole samples, with the slope that gives the values. */
function floatFrame(dataset: DicomDataset, format: PixelFormat, frame: number): DecodedFrame {
  const { rows, columns } = format;
  const { samples, slope, intercept, range, hasEmpty } = floatSamples(dataset, format, frame);
  const stated = rescaleOf(dataset, frame);
  const inUnit = (value: number) => value * stated.slope + stated.intercept;
  const ends = range && [inUnit(range.low), inUnit(range.high)];
  return {
    frameIndex: frame,
    rows,
    columns,
    photometricInterpretation: dataset.text('x00280004') === 'MONOCHROME1' ? 'MONOCHROME1' : 'MONOCHROME2',
    samplesPerPixel: 1,
    bitsAllocated: 32,
    bitsStored: 32,
    isSigned: false,
    samples,
    rescaleSlope: slope * stated.slope,
    rescaleIntercept: inUnit(intercept),
    unitFactor: stated.unitFactor,
    unit: stated.unit,
    range: ends && { low: Math.min(...ends), high: Math.max(...ends) },
    noValue: hasEmpty ? NO_VALUE : undefined,
    overlay: { runs: new Uint32Array(), drawn: 0, leftOut: 0 },
  };
}

/** Loaded on demand: codecs take a quarter of a second, and most files need none. */
async function decompress(transferSyntaxUid: string, format: PixelFormat, encoded: Uint8Array) {
  const { decodeCompressed } = await import('./codecs.ts');
  return decodeCompressed(transferSyntaxUid, format, encoded);
}

function shades(
  dataset: DicomDataset,
  format: PixelFormat,
  pixels: DecodedPixels,
  frameIndex: number,
): Omit<DecodedFrame, 'overlay'> {
  const { rows, columns } = format;
  const samples = samplesOf(pixels, rows * columns);
  const padding = paddingOf(dataset, pixels.isSigned);
  const isInverted = isLowBright(dataset, pixels);
  const rescale = rescaleOf(dataset, frameIndex);
  const [modality] = dataset.items('x00283000');
  const table = modality && lookupTable(modality, TABLE, sampleRange(pixels));
  return {
    frameIndex,
    rows,
    columns,
    photometricInterpretation: isInverted ? 'MONOCHROME1' : 'MONOCHROME2',
    samplesPerPixel: 1,
    ...(table === undefined
      ? rescaled(samples, pixels, rescale, padding)
      : throughTable(samples, table, padding)),
    unit: table === undefined ? rescale.unit : modalityUnit(modality),
  };
}

/**
 * True when low values are shown bright: the presentation table decides where the file has one, because it comes after
 * the window.
 */
function isLowBright(dataset: DicomDataset, { photometricInterpretation }: DecodedPixels): boolean {
  const shape = dataset.text('x20500020')?.toUpperCase();
  if (shape === 'INVERSE' || shape === 'IDENTITY') return shape === 'INVERSE';
  return photometricInterpretation === 'MONOCHROME1';
}

const TABLE = { descriptor: 'x00283002', data: 'x00283006' } as const;

function rescaled(
  samples: Samples,
  { bitsStored, isSigned }: DecodedPixels,
  { slope, intercept, unitFactor }: Rescale,
  padding: Padding | undefined,
) {
  return {
    bitsAllocated: allocated(samples),
    bitsStored: Math.min(bitsStored, allocated(samples)),
    isSigned,
    samples,
    rescaleSlope: slope,
    rescaleIntercept: intercept,
    unitFactor,
    range: shadeRange(samples, padding, (sample) => sample * slope + intercept),
  };
}

function allocated({ BYTES_PER_ELEMENT: bytes }: Samples): 8 | 16 | 32 {
  return bytes === 1 ? 8 : bytes === 2 ? 16 : 32;
}

function throughTable(samples: Samples, table: LookupTable, padding: Padding | undefined) {
  return {
    bitsAllocated: 16 as const,
    bitsStored: table.bits,
    isSigned: false,
    samples: Uint16Array.from(samples, (value) => lookUp(table, value)),
    rescaleSlope: 1,
    rescaleIntercept: 0,
    unitFactor: 1,
    range: shadeRange(samples, padding, (sample) => lookUp(table, sample)),
  };
}

function modalityUnit(modality: DicomDataset | undefined): string | null {
  const type = modality?.text('x00283004');
  return type === undefined ? null : unitOfType(type);
}

function palette(dataset: DicomDataset, format: PixelFormat, pixels: DecodedPixels): Uint8Array {
  const tables = ['1', '2', '3'].map((n) => {
    const tags = { descriptor: `x0028110${n}`, data: `x0028120${n}`, segments: `x0028122${n}` };
    return lookupTable(dataset, tags, sampleRange(pixels));
  });
  const indices = samplesOf(pixels, format.rows * format.columns);
  const shift = paletteShift(tables);
  const rgb = new Uint8Array(indices.length * 3);
  for (const [channel, table] of tables.entries()) {
    if (table === undefined) throw new ProcessingError('damaged');
    for (let at = 0; at < indices.length; at += 1) {
      rgb[at * 3 + channel] = Math.min(lookUp(table, indices[at] ?? 0) >> shift, 255);
    }
  }
  return rgb;
}

/** Some files state 16 bits and mean 8; only entries past 255, of any colour, prove 16. */
function paletteShift(tables: readonly (LookupTable | undefined)[]): number {
  const known = tables.flatMap((table) => table ?? []);
  const isWide = known.some(({ entries }) => entries.some((entry) => entry > 255));
  return isWide ? Math.max(0, ...known.map(({ bits }) => Math.min(bits, 16) - 8)) : 0;
}
