/**
 * Finds padding pixels, which fill a frame outside the image, and the range of all others. Source: DICOM PS3.3
 * C.7.5.1.1.2.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { Samples } from './sample-values.ts';

/** Samples from `low` to `high` are padding. */
export interface Padding {
  readonly low: number;
  readonly high: number;
}

export interface ShadeRange {
  readonly low: number;
  readonly high: number;
}

/** Reads the padding values of a file; undefined where it states none. */
export function paddingOf(dataset: DicomDataset, isSigned: boolean): Padding | undefined {
  // Read with the pixels' sign, because many writers use US only.
  const read = (tag: string) => (isSigned ? dataset.parsed.int16(tag) : dataset.number(tag));
  const value = read('x00280120');
  if (value === undefined) return undefined;
  const limit = read('x00280121') ?? value;
  return { low: Math.min(value, limit), high: Math.max(value, limit) };
}

/** Computes the range of samples without padding; undefined where every sample is padding. */
export function shadeRange(
  samples: Samples,
  padding: Padding | undefined,
  shadeOf: (sample: number) => number,
): ShadeRange | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let before = Number.NaN;
  for (const sample of samples) {
    if (sample === before || (padding && sample >= padding.low && sample <= padding.high)) continue;
    before = sample;
    const shade = shadeOf(sample);
    if (shade < low) low = shade;
    if (shade > high) high = shade;
  }
  return low <= high ? { low, high } : undefined;
}
