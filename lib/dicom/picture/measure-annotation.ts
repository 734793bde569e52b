/**
 * Computes an annotation's measurement: length, angle or region, in millimetres where the spacing is known, else in
 * pixels.
 */
import type { SpacingBasis } from '#contract/drives/dicom.ts';
import {
  angleOf,
  ellipseAreaOf,
  isCalibrated,
  lengthOf,
  type PixelAspect,
  type PixelSpacing,
} from './image-geometry.ts';
import { regionOf, type SampledFrame } from './pixel-values.ts';

export interface Measured {
  /** Measured value; undefined for an arrow, and for a meaningless value. */
  readonly value: number | undefined;
  /** `mm`, `px`, `°`, or the unit of a region's pixel values; '' where they have none. */
  readonly unit: string;
  readonly deviation?: number;
  /** Decimal places for a region's pixel values. */
  readonly digits?: number;
  readonly area?: number;
  readonly areaUnit?: 'cm²' | 'px²';
  /** True for millimetres at the detector: in the patient they are shorter by an unknown magnification. */
  readonly isAtDetector?: boolean;
}

export interface MeasuredPicture {
  readonly spacing: PixelSpacing;
  /** Reference of the spacing; null or absent where the file has none, or was read by an older release. */
  readonly basis?: SpacingBasis | null | undefined;
  readonly aspect?: PixelAspect;
  readonly frame: SampledFrame | undefined;
}

export function measure(
  kind: 'length' | 'angle' | 'ellipse' | 'arrow',
  points: readonly { readonly x: number; readonly y: number }[],
  { spacing, basis, aspect, frame }: MeasuredPicture,
): Measured {
  const [a, b] = points;
  const nothing: Measured = { value: undefined, unit: '' };
  if (!a || !b || kind === 'arrow') return nothing;
  const isMm = isCalibrated(spacing);
  const where = isMm && basis === 'detector' ? { isAtDetector: true } : {};
  if (kind === 'length') {
    return { value: lengthOf(points, spacing, aspect), unit: isMm ? 'mm' : 'px', ...where };
  }
  if (kind === 'angle') return { ...nothing, value: angleOf(points, spacing, aspect), unit: '°' };
  const inside = frame && regionOf(frame, points);
  const area = ellipseAreaOf(points, spacing, aspect) ?? 0;
  const areaUnit = isMm ? ('cm²' as const) : ('px²' as const);
  const region = { area: isMm ? area / 100 : area, areaUnit, ...where };
  if (!inside) return { ...nothing, ...region };
  const unit = frame.unit ?? '';
  return { value: inside.mean, unit, digits: digitsOf(unit), deviation: inside.deviation, ...region };
}

/** Two decimals for uptake and dose, which are small; none for others. */
function digitsOf(unit: string): number {
  return unit.startsWith('SUV') || ['Gy', 'mg/ml'].includes(unit) ? 2 : 0;
}
