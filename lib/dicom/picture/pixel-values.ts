/**
 * Reads pixel values of a frame: the value at a point, and mean and deviation within an ellipse. Source: DICOM PS3.3
 * C.11.1.1.2.
 */

/** A decoded frame as the vault returns it. */
export interface SampledFrame {
  readonly rows: number;
  readonly columns: number;
  readonly samples_per_pixel: number;
  /** Bits per sample: 8, 16 or 32. */
  readonly bits_allocated: number;
  readonly is_signed: boolean;
  readonly rescale_slope: number;
  readonly rescale_intercept: number;
  /** Unit of a pixel value: `HU`, `SUVbw`, `Gy`, …; null where the file neither states nor implies one. */
  readonly unit?: string | null;
  /** Sample of pixels without a value. */
  readonly no_value?: number | null;
  /** Little-endian samples, row by row. */
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface Region {
  readonly mean: number;
  /** Population standard deviation of all pixels in the region. */
  readonly deviation: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** The samples as typed array: the wire is little-endian, like all supported machines. */
export function samplesOf({ data, bits_allocated, is_signed }: SampledFrame): Samples {
  const { buffer, byteOffset } = data;
  const length = data.length / (bits_allocated / 8);
  if (bits_allocated === 8) return is_signed ? new Int8Array(buffer, byteOffset, length) : data;
  if (bits_allocated === 16) {
    return is_signed
      ? new Int16Array(buffer, byteOffset, length)
      : new Uint16Array(buffer, byteOffset, length);
  }
  return is_signed ? new Int32Array(buffer, byteOffset, length) : new Uint32Array(buffer, byteOffset, length);
}

/** Reads the pixel value at a point; undefined outside the picture, without a value, and for colours. */
export function pixelValueAt(frame: SampledFrame, x: number, y: number): number | undefined {
  if (frame.samples_per_pixel !== 1 || x < 0 || y < 0 || x >= frame.columns || y >= frame.rows)
    return undefined;
  const sample = samplesOf(frame)[y * frame.columns + x];
  return sample === undefined || sample === frame.no_value
    ? undefined
    : sample * frame.rescale_slope + frame.rescale_intercept;
}

/**
 * Statistics of the ellipse in the box of two corners; undefined where it contains no pixel centre, and for colours.
 */
export function regionOf(frame: SampledFrame, [a, b]: readonly Point[]): Region | undefined {
  const inside = a && b ? shadesInside(frame, a, b) : [];
  if (inside.length === 0) return undefined;
  const mean = inside.reduce((sum, shade) => sum + shade, 0) / inside.length;
  const spread = inside.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / inside.length;
  return { mean, deviation: Math.sqrt(spread) };
}

/** Values of the pixels whose centre is inside the ellipse. */
function shadesInside(frame: SampledFrame, a: Point, b: Point): number[] {
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
      const shade = pixelValueAt(frame, x, y);
      if (shade !== undefined) shades.push(shade);
    }
  }
  return shades;
}
