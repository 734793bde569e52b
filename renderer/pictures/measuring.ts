/** Lengths, angles and regions on a picture, in millimetres where its spacing is known, else in pixels. */
import { angleOf, ellipseAreaOf, isCalibrated, lengthOf, type PixelSpacing } from '#dicom/measures.ts';
import type { MarkKind, Point } from '#records/image-marks.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { shadeAt } from './shading.ts';

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
  const inside = picture.frame ? shadesInside(picture.frame, a, b) : [];
  const area = ellipseAreaOf(points, spacing) ?? 0;
  const region = { area: isMm ? area / 100 : area, areaUnit: isMm ? ('cm²' as const) : ('px²' as const) };
  if (inside.length === 0) return { ...nothing, ...region };
  const mean = inside.reduce((sum, shade) => sum + shade, 0) / inside.length;
  const spread = inside.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / inside.length;
  return {
    value: mean,
    unit: picture.modality === 'CT' ? 'HU' : '',
    deviation: Math.sqrt(spread),
    ...region,
  };
}

/** Shades of the pixels whose centre lies in the ellipse. */
function shadesInside(frame: DicomFrame, a: Point, b: Point): number[] {
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const halfX = Math.abs(b.x - a.x) / 2;
  const halfY = Math.abs(b.y - a.y) / 2;
  const shades: number[] = [];
  if (halfX === 0 || halfY === 0) return shades;
  const top = Math.max(Math.floor(middle.y - halfY), 0);
  const bottom = Math.min(Math.ceil(middle.y + halfY), frame.rows - 1);
  const left = Math.max(Math.floor(middle.x - halfX), 0);
  const right = Math.min(Math.ceil(middle.x + halfX), frame.columns - 1);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if (((x + 0.5 - middle.x) / halfX) ** 2 + ((y + 0.5 - middle.y) / halfY) ** 2 > 1) continue;
      const shade = shadeAt(frame, x, y);
      if (shade !== undefined) shades.push(shade);
    }
  }
  return shades;
}
