/**
 * Reads the pixel description of a header: geometry, sample format, rescale. Refuses what no decoder here can show,
 * before any pixel is read. Source: DICOM PS3.3 C.7.6.3, C.11.
 */
import { PIXELS_MAX } from '#contract/limits.ts';
import { IMPLICIT_LITTLE_ENDIAN } from '#dicom/detect-dicom.ts';
import { framesOf } from '#dicom/header-summary.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';

export const PIXEL_DATA = 'x7fe00010';
/** Float and double pixels. */
const FLOAT_PIXELS = ['x7fe00008', 'x7fe00009'];
export const BIG_ENDIAN = '1.2.840.10008.1.2.2';

const UNCOMPRESSED = new Set([
  IMPLICIT_LITTLE_ENDIAN,
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.1.98',
  '1.2.840.10008.1.2.1.99',
  BIG_ENDIAN,
]);
const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';

export interface PixelFormat {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samplesPerPixel: 1 | 3;
  /** Bits per sample as stored, 1 to 32. */
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  /** 0: colours interleaved, 1: plane after plane. */
  readonly planarConfiguration: number;
  readonly photometricInterpretation: string;
  readonly isCompressed: boolean;
  /** True for float or double pixels. */
  readonly isFloat: boolean;
}

/**
 * Reads and checks the pixel description.
 * @throws ProcessingError no_picture, damaged, too_large, unsupported_syntax
 */
export function pixelFormat(dataset: DicomDataset): PixelFormat {
  if (dataset.text('x00080016') === ENCAPSULATED_PDF) throw new ProcessingError('no_picture');
  const isFloat = FLOAT_PIXELS.some((tag) => dataset.element(tag) !== undefined);
  const element = dataset.element(PIXEL_DATA);
  // A truncated file may have had a picture, so it is not reported as having none.
  if (element === undefined && !isFloat)
    throw new ProcessingError(dataset.isWhole ? 'no_picture' : 'damaged');
  const isCompressed = !UNCOMPRESSED.has(dataset.transferSyntaxUid);
  // A private syntax, whose pixel encoding is unknown.
  if (isCompressed && element?.encapsulatedPixelData !== true)
    throw new ProcessingError('unsupported_syntax');
  const rows = dataset.number('x00280010') ?? 0;
  const columns = dataset.number('x00280011') ?? 0;
  const frames = framesOf(dataset);
  if (rows < 1 || columns < 1 || !Number.isSafeInteger(frames)) throw new ProcessingError('damaged');
  if (rows * columns > PIXELS_MAX) throw new ProcessingError('too_large');
  const bitsAllocated = dataset.number('x00280100');
  const samplesPerPixel = dataset.number('x00280002') ?? 1;
  if (bitsAllocated === undefined || !Number.isSafeInteger(bitsAllocated) || bitsAllocated < 1) {
    throw new ProcessingError('damaged');
  }
  if (bitsAllocated > (isFloat ? 64 : 32)) throw new ProcessingError('unsupported_syntax');
  if (samplesPerPixel !== 1 && samplesPerPixel !== 3) throw new ProcessingError('unsupported_syntax');
  const bitsStored = dataset.number('x00280101') ?? bitsAllocated;
  const highBit = dataset.number('x00280102') ?? bitsStored - 1;
  if (bitsStored < 1 || bitsStored > bitsAllocated || highBit >= bitsAllocated || highBit + 1 < bitsStored) {
    throw new ProcessingError('damaged');
  }
  return {
    rows,
    columns,
    frames,
    samplesPerPixel,
    bitsAllocated,
    bitsStored,
    highBit,
    isSigned: dataset.number('x00280103') === 1,
    planarConfiguration: dataset.number('x00280006') ?? 0,
    photometricInterpretation: photometricOf(dataset.text('x00280004')),
    isCompressed,
    isFloat,
  };
}

const TERMS = [
  ...['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR', 'RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_PARTIAL_422'],
  ...['YBR_PARTIAL_420', 'YBR_ICT', 'YBR_RCT', 'HSV', 'ARGB', 'CMYK'],
];

/** Normalises the photometric interpretation, whatever case, spaces and underscores a file uses. */
function photometricOf(written = 'MONOCHROME2'): string {
  const plain = (term: string) => term.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return TERMS.find((term) => plain(term) === plain(written)) ?? written;
}
