/** What a mark on a picture measures: lengths, angles and regions, in millimetres where its spacing is known, else in pixels. */
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
  /** Undefined for an arrow, and where the value has no meaning. */
  readonly value: number | undefined;
  /** `mm`, `px`, `°`, or that of the shades in a region; '' where they have none. */
  readonly unit: string;
  readonly deviation?: number;
  /** Decimal places of a region's shades. */
  readonly digits?: number;
  readonly area?: number;
  readonly areaUnit?: 'cm²' | 'px²';
  /** Millimetres are of the detector: the patient's are fewer by a magnification the file does not name. */
  readonly isAtDetector?: boolean;
}

export interface MeasuredPicture {
  readonly spacing: PixelSpacing;
  /** Of the spacing; null and absent where the file has none or was read before it was asked for. */
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

/** Uptake and dose are small numbers; the others are counted in whole ones. */
function digitsOf(unit: string): number {
  return unit.startsWith('SUV') || ['Gy', 'mg/ml'].includes(unit) ? 2 : 0;
}
