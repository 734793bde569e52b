/** Reads the header's description of the samples, as needed for cleaning them. Source: DICOM PS3.3 C.7.6.3. */

import { framesOf } from '#dicom/header-summary.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { SampleBits } from './sample-bits.ts';

export interface PixelShape extends SampleBits {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samplesPerPixel: number;
  /** Bits per uncompressed frame; one-bit frames need not end at a byte. */
  readonly frameBits: number;
}

/** Two pixels share two of their three samples. */
const HALVED = new Set(['YBR_FULL_422', 'YBR_PARTIAL_422']);
const FLOAT_BITS: Readonly<Record<string, number>> = { x7fe00008: 32, x7fe00009: 64 };

/** Reads the shape of the samples; undefined where the header is incomplete. @param tag of the pixels. */
export function pixelShape(dataset: DicomDataset, tag: string): PixelShape | undefined {
  const rows = dataset.number('x00280010') ?? 0;
  const columns = dataset.number('x00280011') ?? 0;
  const samplesPerPixel = dataset.number('x00280002') ?? 1;
  const bitsAllocated = FLOAT_BITS[tag] ?? dataset.number('x00280100') ?? 0;
  const isFloat = FLOAT_BITS[tag] !== undefined;
  const bitsStored = isFloat ? bitsAllocated : (dataset.number('x00280101') ?? bitsAllocated);
  const highBit = isFloat ? bitsStored - 1 : (dataset.number('x00280102') ?? bitsStored - 1);
  const isWhole = [rows, columns, samplesPerPixel, bitsAllocated].every(
    (value) => Number.isSafeInteger(value) && value > 0,
  );
  if (!isWhole || bitsStored < 1 || highBit >= bitsAllocated || highBit + 1 < bitsStored) return undefined;
  const isHalved = HALVED.has(dataset.text('x00280004') ?? '');
  return {
    ...{ rows, columns, samplesPerPixel, bitsAllocated, bitsStored, highBit },
    frames: framesOf(dataset),
    isSigned: dataset.number('x00280103') === 1,
    frameBits: rows * columns * bitsAllocated * (isHalved ? 2 : samplesPerPixel),
  };
}
