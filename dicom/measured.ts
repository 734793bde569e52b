/** What a mark on a picture measures: lengths, angles and regions, in millimetres where its spacing is known, else in pixels. */
import { angleOf, ellipseAreaOf, isCalibrated, lengthOf, type PixelSpacing } from './measures.ts';
import { regionOf, type SampledFrame } from './shades.ts';

export interface Measured {
  /** Undefined for an arrow, and where the value has no meaning. */
  readonly value: number | undefined;
  readonly unit: 'mm' | 'px' | '°' | 'HU' | '';
  readonly deviation?: number;
  readonly area?: number;
  readonly areaUnit?: 'cm²' | 'px²';
}

export function measure(
  kind: 'length' | 'angle' | 'ellipse' | 'arrow',
  points: readonly { readonly x: number; readonly y: number }[],
  picture: {
    readonly spacing: PixelSpacing;
    readonly modality: string | null;
    readonly frame: SampledFrame | undefined;
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
