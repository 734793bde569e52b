/** Lengths, angles and regions on a picture, in millimetres where its spacing is known, else in pixels. */
import type { DicomFrame } from '#sdk/index.ts';
import type { Point } from './placing.ts';
import { shadeAt } from './shading.ts';

export const MARK_KINDS = ['length', 'angle', 'ellipse', 'arrow'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Points a mark is made of: the second of an angle is its corner; an ellipse is given by two corners of its box. */
export const POINTS_OF: Readonly<Record<MarkKind, number>> = { length: 2, angle: 3, ellipse: 2, arrow: 2 };

export interface Measured {
  /** Undefined for an arrow, and where the value has no meaning. */
  readonly value: number | undefined;
  readonly unit: 'mm' | 'px' | '°' | 'HU' | '';
  readonly deviation?: number;
  readonly area?: number;
  readonly areaUnit?: 'cm²' | 'px²';
}

type Spacing = readonly number[] | null;

function stepOf(spacing: Spacing): {
  readonly across: number;
  readonly down: number;
  readonly isMm: boolean;
} {
  const [down, across] = spacing ?? [];
  const isMm = down !== undefined && across !== undefined && down > 0 && across > 0;
  return isMm ? { across, down, isMm } : { across: 1, down: 1, isMm };
}

export function measure(
  kind: MarkKind,
  points: readonly Point[],
  picture: {
    readonly spacing: Spacing;
    readonly modality: string | null;
    readonly frame: DicomFrame | undefined;
  },
): Measured {
  const [a, b, c] = points;
  const nothing: Measured = { value: undefined, unit: '' };
  if (!a || !b || kind === 'arrow') return nothing;
  const { across, down, isMm } = stepOf(picture.spacing);
  const between = (from: Point, to: Point): Point => ({
    x: (to.x - from.x) * across,
    y: (to.y - from.y) * down,
  });
  if (kind === 'length') {
    const { x, y } = between(a, b);
    return { value: Math.hypot(x, y), unit: isMm ? 'mm' : 'px' };
  }
  if (kind === 'angle') {
    if (!c) return nothing;
    const one = between(b, a);
    const two = between(b, c);
    const turn = Math.atan2(one.x * two.y - one.y * two.x, one.x * two.x + one.y * two.y);
    return { value: (Math.abs(turn) * 180) / Math.PI, unit: '°' };
  }
  const inside = picture.frame ? shadesInside(picture.frame, a, b) : [];
  const box = between(a, b);
  const area = (Math.PI * Math.abs(box.x) * Math.abs(box.y)) / 4;
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
