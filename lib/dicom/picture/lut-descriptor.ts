/**
 * Reads the three numbers that describe a lookup table. Its first value is signed where the mapped values are, however
 * the file encodes it: implicit files do not say, and explicit ones often use US. Source: DICOM PS3.3 C.11.1.1.1,
 * C.11.2.1.1, C.7.6.3.1.5.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

export interface LutDescriptor {
  readonly entries: number;
  /** Input value of the first entry. */
  readonly firstValue: number;
  /** Number of bits of one entry. */
  readonly bits: number;
}

/** Possible input values of a table, inclusive. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

const WORD = 0x1_0000;
const SIGNED_FROM = 0x8000;

/**
 * Reads a lookup table's descriptor.
 * @param input from `storedRange` or `modalityRange`. Undefined without a descriptor of three words.
 */
export function readLutDescriptor(
  dataset: DicomDataset,
  tag: string,
  input: ValueRange,
): LutDescriptor | undefined {
  const { parsed } = dataset;
  if ((dataset.element(tag)?.length ?? 0) < 6) return undefined;
  const [entries, first, bits] = [0, 1, 2].map((index) => parsed.uint16(tag, index));
  if (entries === undefined || first === undefined || bits === undefined) return undefined;
  const isSigned = first >= SIGNED_FROM && (input.low < 0 || first > input.high || dataset.vr(tag) === 'SS');
  // 0 means 65,536 entries.
  return { entries: entries || WORD, firstValue: isSigned ? first - WORD : first, bits };
}

/** Range of stored samples by the header: the input of modality tables and palettes. */
export function storedRange(image: DicomDataset): ValueRange {
  const bits = image.number('x00280101') ?? image.number('x00280100') ?? 16;
  return image.number('x00280103') === 1
    ? { low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 }
    : { low: 0, high: 2 ** bits - 1 };
}

/** Range after the modality transformation: the input of a VOI table. @param rescale of the frame. */
export function modalityRange(
  image: DicomDataset,
  rescale: { readonly slope: number; readonly intercept: number },
): ValueRange {
  const stored = storedRange(image);
  const [table] = image.items('x00283000');
  const bits = table === undefined ? undefined : readLutDescriptor(table, 'x00283002', stored)?.bits;
  if (bits !== undefined) return { low: 0, high: 2 ** bits - 1 };
  const ends = [stored.low, stored.high].map((value) => value * rescale.slope + rescale.intercept);
  return { low: Math.min(...ends), high: Math.max(...ends) };
}
