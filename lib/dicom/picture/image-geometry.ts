/**
 * Computes lengths, angles and areas on a picture: in millimetres where its spacing is known, else in pixels, with
 * non-square pixels counted by their width.
 */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Millimetres between rows, between columns. */
export type PixelSpacing = readonly number[] | null;

/** Height and width of a pixel as a ratio, where it has no spacing; null: square. */
export type PixelAspect = readonly number[] | null | undefined;

/** Height and width of a pixel: in millimetres, or as a ratio whose width is 1. */
export function pixelSize(spacing: PixelSpacing, aspect: PixelAspect): readonly [number, number] {
  const [down = 1, across = 1] = isCalibrated(spacing) ? (spacing ?? []) : [];
  if (isCalibrated(spacing) || !isCalibrated(aspect ?? null)) return [down, across];
  const [high = 1, wide = 1] = aspect ?? [];
  return [high / wide, 1];
}

/** Largest plausible ratio of pixel sides; larger ones are errors of the spacing, not pixel shapes. */
const SHAPE_MAX = 10;

/** Height of a pixel as a multiple of its width, for display. */
export function pixelShape(spacing: PixelSpacing, aspect: PixelAspect): number {
  const [down, across] = pixelSize(spacing, aspect);
  const shape = down / across;
  return shape >= 1 / SHAPE_MAX && shape <= SHAPE_MAX ? shape : 1;
}

/** Displayed width and height with square pixels: stretched, never shrunk. */
export function shownSize(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  shape: number,
): { readonly width: number; readonly height: number } {
  return shape >= 1
    ? { width: columns, height: Math.round(rows * shape) }
    : { width: Math.round(columns / shape), height: rows };
}

export function isCalibrated(spacing: PixelSpacing): boolean {
  const [down = 0, across = 0] = spacing ?? [];
  return down > 0 && across > 0;
}

function between(from: Point, to: Point, spacing: PixelSpacing, aspect: PixelAspect): Point {
  const [down, across] = pixelSize(spacing, aspect);
  return { x: (to.x - from.x) * across, y: (to.y - from.y) * down };
}

/** Computes the length between two points. Undefined where a point is missing, as in the functions below. */
export function lengthOf(
  [a, b]: readonly Point[],
  spacing: PixelSpacing,
  aspect?: PixelAspect,
): number | undefined {
  if (!a || !b) return undefined;
  const { x, y } = between(a, b, spacing, aspect);
  return Math.hypot(x, y);
}

/** Angle at the second of three points, 0 to 180 degrees. */
export function angleOf(
  [a, b, c]: readonly Point[],
  spacing: PixelSpacing,
  aspect?: PixelAspect,
): number | undefined {
  if (!a || !b || !c) return undefined;
  const one = between(b, a, spacing, aspect);
  const two = between(b, c, spacing, aspect);
  const turn = Math.atan2(one.x * two.y - one.y * two.x, one.x * two.x + one.y * two.y);
  return (Math.abs(turn) * 180) / Math.PI;
}

/** Area of the ellipse in the box of two corners; square millimetres or pixels. */
export function ellipseAreaOf(
  [a, b]: readonly Point[],
  spacing: PixelSpacing,
  aspect?: PixelAspect,
): number | undefined {
  if (!a || !b) return undefined;
  const { x, y } = between(a, b, spacing, aspect);
  return (Math.PI * Math.abs(x) * Math.abs(y)) / 4;
}
