/** Lengths, angles and areas on a picture: in millimetres where its spacing is known, else in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Millimetres between rows, between columns. */
export type PixelSpacing = readonly number[] | null;

export function isCalibrated(spacing: PixelSpacing): boolean {
  const [down = 0, across = 0] = spacing ?? [];
  return down > 0 && across > 0;
}

function between(from: Point, to: Point, spacing: PixelSpacing): Point {
  const [down = 1, across = 1] = isCalibrated(spacing) ? (spacing ?? []) : [];
  return { x: (to.x - from.x) * across, y: (to.y - from.y) * down };
}

/** Undefined where a point is missing, here and below. */
export function lengthOf([a, b]: readonly Point[], spacing: PixelSpacing): number | undefined {
  if (!a || !b) return undefined;
  const { x, y } = between(a, b, spacing);
  return Math.hypot(x, y);
}

/** Degrees at the second of three points, 0 to 180. */
export function angleOf([a, b, c]: readonly Point[], spacing: PixelSpacing): number | undefined {
  if (!a || !b || !c) return undefined;
  const one = between(b, a, spacing);
  const two = between(b, c, spacing);
  const turn = Math.atan2(one.x * two.y - one.y * two.x, one.x * two.x + one.y * two.y);
  return (Math.abs(turn) * 180) / Math.PI;
}

/** Of the ellipse in the box of two corners; square millimetres or pixels. */
export function ellipseAreaOf([a, b]: readonly Point[], spacing: PixelSpacing): number | undefined {
  if (!a || !b) return undefined;
  const { x, y } = between(a, b, spacing);
  return (Math.PI * Math.abs(x) * Math.abs(y)) / 4;
}
