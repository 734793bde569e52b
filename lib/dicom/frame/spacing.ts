/**
 * Pixel spacing in millimetres, and its reference: the patient, the detector, or the detector corrected for
 * magnification. Null for an uncalibrated picture. Source: DICOM PS3.3 10.7, C.8.5.5, C.8.11.4.
 */
import type { SpacingBasis } from '#contract/drives/dicom.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';

export interface Spacing {
  readonly pixel_spacing: number[] | null;
  readonly spacing_basis: SpacingBasis | null;
}

const NONE: Spacing = { pixel_spacing: null, spacing_basis: null };

/** Pixel spacing and its reference. @param measures pixel measures of the frame's functional groups, if any. */
export function spacingOf(dataset: DicomDataset, measures: DicomDataset | undefined): Spacing {
  const regions = dataset.items('x00186011');
  if (regions.length > 0) return regionSpacing(regions);
  const own = pairOf(measures, 'x00280030') ?? pairOf(dataset, 'x00280030');
  const detector = pairOf(dataset, 'x00181164');
  // Values equal to the detector's, without a stated calibration, are the detector's.
  const isCalibrated = own !== undefined && (detector === undefined || !isSame(own, detector));
  if (own !== undefined && (isCalibrated || dataset.text('x00280a02') !== undefined)) {
    return { pixel_spacing: own, spacing_basis: 'patient' };
  }
  if (detector === undefined) return NONE;
  const magnification = dataset.number('x00181114');
  if (magnification === undefined || magnification < 1) {
    return { pixel_spacing: detector, spacing_basis: 'detector' };
  }
  return { pixel_spacing: detector.map((mm) => mm / magnification), spacing_basis: 'magnification' };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.every((mm, at) => mm === other[at]);
}

function pairOf(source: DicomDataset | undefined, tag: string): number[] | undefined {
  const values = source?.numbers(tag);
  return values?.length === 2 && values.every((mm) => mm > 0) ? values : undefined;
}

const CENTIMETRES = 3;

/** Ultrasound calibrates regions. A picture has a spacing only where all its regions agree. */
function regionSpacing(regions: readonly DicomDataset[]): Spacing {
  const spacings = regions.map((region) => {
    const isSpatial =
      region.number('x00186024') === CENTIMETRES && region.number('x00186026') === CENTIMETRES;
    const x = Math.abs(region.number('x0018602c') ?? 0);
    const y = Math.abs(region.number('x0018602e') ?? 0);
    return isSpatial && x > 0 && y > 0 ? [y * 10, x * 10] : undefined;
  });
  const [first] = spacings;
  const isOne = first !== undefined && spacings.every((each) => each !== undefined && isSame(each, first));
  return isOne ? { pixel_spacing: first, spacing_basis: 'patient' } : NONE;
}

/** Height and width of a pixel as a ratio, where it has no spacing; null where pixels are square or have one. */
export function pixelAspect(dataset: DicomDataset): number[] | null {
  const ratio = pairOf(dataset, 'x00280034');
  return ratio === undefined || ratio[0] === ratio[1] ? null : ratio;
}
