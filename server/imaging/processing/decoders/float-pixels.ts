/**
 * Frames of float and double pixels, as parametric maps have them, as 32-bit samples with slope and intercept: every
 * reader of frames takes whole samples. Whole numbers stay exact; others keep a part in four thousand million of the
 * frame's range. Sample 0 has no value: not a number, infinite. Source: DICOM PS3.3 C.7.6.24, C.7.6.25.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { ShadeRange } from '#server/imaging/processing/dicom/padding-pixels.ts';
import { BIG_ENDIAN, type PixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';

/** The sample of a pixel without a value. */
export const NO_VALUE = 0;
const LAST = 2 ** 32 - 1;
const FLOAT = { data: 'x7fe00008', bits: 32, padding: 'x00280122', limit: 'x00280124' } as const;
const DOUBLE = { data: 'x7fe00009', bits: 64, padding: 'x00280123', limit: 'x00280125' } as const;

export interface FloatSamples {
  readonly samples: Uint32Array;
  readonly slope: number;
  readonly intercept: number;
  /** Lowest and highest value without padding; undefined where no pixel has one. */
  readonly range: ShadeRange | undefined;
  readonly hasEmpty: boolean;
}

/** Element and width of a file's float pixels; undefined for whole pixels. */
function floatKind(dataset: DicomDataset): typeof FLOAT | typeof DOUBLE | undefined {
  return [FLOAT, DOUBLE].find(({ data }) => dataset.element(data) !== undefined);
}

/** Reads a frame of float pixels. @param frame from 0. @throws ProcessingError damaged */
export function floatSamples(
  dataset: DicomDataset,
  { rows, columns }: Pick<PixelFormat, 'rows' | 'columns'>,
  frame: number,
): FloatSamples {
  const kind = floatKind(dataset);
  const count = rows * columns;
  const bytes = kind && dataset.bytes(kind.data);
  const width = (kind?.bits ?? 0) / 8;
  if (kind === undefined || bytes === undefined || bytes.length < (frame + 1) * count * width) {
    throw new ProcessingError('damaged');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + frame * count * width, count * width);
  const isLittle = dataset.transferSyntaxUid !== BIG_ENDIAN;
  const values = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    values[at] = width === 4 ? view.getFloat32(at * 4, isLittle) : view.getFloat64(at * 8, isLittle);
  }
  return quantised(values, paddingOf(dataset, kind));
}

type IsPadding = (value: number) => boolean;

function paddingOf(dataset: DicomDataset, { padding, limit }: typeof FLOAT | typeof DOUBLE): IsPadding {
  const value = dataset.number(padding);
  if (value === undefined) return () => false;
  const other = dataset.number(limit) ?? value;
  const [low, high] = [Math.min(value, other), Math.max(value, other)];
  return (each) => each >= low && each <= high;
}

function quantised(values: Float64Array, isPadding: IsPadding): FloatSamples {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let areWhole = true;
  let hasEmpty = false;
  let range: { low: number; high: number } | undefined;
  for (const value of values) {
    if (!Number.isFinite(value)) {
      hasEmpty = true;
      continue;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    areWhole &&= Number.isInteger(value);
    if (isPadding(value)) continue;
    range = { low: Math.min(range?.low ?? value, value), high: Math.max(range?.high ?? value, value) };
  }
  const isExact = low === high || (areWhole && high - low < LAST);
  const slope = isExact || !(low < high) ? 1 : (high - low) / (LAST - 1);
  // A range beyond the numbers that exist has no slope.
  if (!Number.isFinite(slope)) throw new ProcessingError('unsupported_syntax');
  const first = low <= high ? low : 0;
  const samples = Uint32Array.from(values, (value) =>
    Number.isFinite(value) ? Math.min(Math.round((value - first) / slope) + 1, LAST) : NO_VALUE,
  );
  return { samples, slope, intercept: first - slope, range, hasEmpty };
}
