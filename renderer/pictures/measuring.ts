/** Lengths, angles and regions on a picture, in millimetres where its spacing is known, else in pixels. */
import { angleOf, ellipseAreaOf, isCalibrated, lengthOf, type PixelSpacing } from '#dicom/measures.ts';
import { regionOf } from '#dicom/shades.ts';
import type { MarkKind, Point } from '#records/image-marks.ts';
import type { DicomFrame } from '#sdk/index.ts';

export interface Measured {
  /** Undefined for an arrow, and where the value has no meaning. */
  readonly value: number | undefined;
  readonly unit: 'mm' | 'px' | '°' | 'HU' | '';
  readonly deviation?: number;
  readonly area?: number;
  readonly areaUnit?: 'cm²' | 'px²';
}

export function measure(
  kind: MarkKind,
  points: readonly Point[],
  picture: {
    readonly spacing: PixelSpacing;
    readonly modality: string | null;
    readonly frame: DicomFrame | undefined;
  },
): Measured {
  const { spacing } = picture;
  const [a, b] = points;
  const nothing: Measured = { value: undefined, unit: '' };
  if (!a || !b || kind === 'arrow') return nothing;
  const isMm = isCalibrated(spacing);
  if (kind === 'length') return { value: lengthOf(points, spacing), unit: isMm ? 'mm' : 'px' };
  if (kind === 'angle') return { ...nothing, value: angleOf(points, spacing), unit: '°' };
  const inside = picture.frame && regionOf(picture.frame, points);
  const area = ellipseAreaOf(points, spacing) ?? 0;
  const region = { area: isMm ? area / 100 : area, areaUnit: isMm ? ('cm²' as const) : ('px²' as const) };
  if (!inside) return { ...nothing, ...region };
  const unit = picture.modality === 'CT' ? 'HU' : '';
  return { value: inside.mean, unit, deviation: inside.deviation, ...region };
}
