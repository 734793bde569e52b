/** Transforms between viewport and picture: fit, zoom, pan, quarter turns. Points are in picture pixels. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { pixelSize } from '#dicom/picture/image-geometry.ts';
import type { Point } from '#records/studies/image-annotations.ts';

export interface ViewportState {
  /** Zoom factor; at 1 the whole picture fits. */
  readonly zoom: number;
  /** Offset from the centre in CSS pixels. */
  readonly dx: number;
  readonly dy: number;
  /** Number of clockwise quarter turns. */
  readonly turns: number;
}

export const FITTED: ViewportState = { zoom: 1, dx: 0, dy: 0, turns: 0 };

export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

export interface ViewportTransform {
  /** CSS pixels per picture pixel, along a row and along a column. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly toScreen: (point: Point) => Point;
  readonly toPicture: (point: Point) => Point;
}

const COS = [1, 0, -1, 0] as const;
const SIN = [0, 1, 0, -1] as const;

/** Returns the direction in the picture for a direction on the screen. */
export function unturned({ x, y }: Point, turns: number): Point {
  const cos = COS[turns % 4] ?? 1;
  const sin = SIN[turns % 4] ?? 0;
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

function turned({ x, y }: Point, turns: number): Point {
  const cos = COS[turns % 4] ?? 1;
  const sin = SIN[turns % 4] ?? 0;
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Returns the row and column spacing of a frame; a ratio if the pixels have no size. */
export function pixelOf(
  frame: { readonly pixel_spacing: readonly number[] | null },
  header: Pick<DicomHeader, 'pixel_aspect_ratio'> | undefined,
): readonly [number, number] {
  return pixelSize(frame.pixel_spacing, header?.pixel_aspect_ratio);
}

/**
 * Maps picture pixels to the screen and back. `pixel` is row and column spacing as from `pixelOf`; pictures
 * without square pixels are stretched to true proportions.
 */
export function viewportTransform(
  size: { readonly rows: number; readonly columns: number },
  pixel: readonly number[] | null,
  room: ViewportSize,
  viewing: ViewportState,
): ViewportTransform {
  const [down = 1, across = 1] = pixel ?? [];
  const unit = Math.min(down, across) || 1;
  const wide = size.columns * (across / unit);
  const high = size.rows * (down / unit);
  const isLying = viewing.turns % 2 === 1;
  const fit = Math.min(room.width / (isLying ? high : wide), room.height / (isLying ? wide : high));
  const scaleX = fit * viewing.zoom * (across / unit);
  const scaleY = fit * viewing.zoom * (down / unit);
  const middle = { x: room.width / 2 + viewing.dx, y: room.height / 2 + viewing.dy };
  return {
    scaleX,
    scaleY,
    toScreen: ({ x, y }) => {
      const at = turned(
        { x: (x - size.columns / 2) * scaleX, y: (y - size.rows / 2) * scaleY },
        viewing.turns,
      );
      return { x: at.x + middle.x, y: at.y + middle.y };
    },
    toPicture: ({ x, y }) => {
      const at = unturned({ x: x - middle.x, y: y - middle.y }, viewing.turns);
      return { x: at.x / scaleX + size.columns / 2, y: at.y / scaleY + size.rows / 2 };
    },
  };
}

/** Zooms by a factor around a point of the screen, which stays in place. */
export function zoomedAt(
  viewing: ViewportState,
  factor: number,
  at: Point,
  room: ViewportSize,
): ViewportState {
  const zoom = Math.min(Math.max(viewing.zoom * factor, 0.2), 32);
  const grown = zoom / viewing.zoom;
  const x = at.x - room.width / 2;
  const y = at.y - room.height / 2;
  return { ...viewing, zoom, dx: x - (x - viewing.dx) * grown, dy: y - (y - viewing.dy) * grown };
}
