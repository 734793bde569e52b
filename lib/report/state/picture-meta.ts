/**
 * Which picture a figure of the report shows, and its two written forms: the `picture` object of the editor state and
 * the `data-picture*` attributes of the HTML. Both are untrusted on the way in; reading never throws.
 * Source: choices, "Reports".
 */
export interface PictureMeta {
  /** A file of the exam; '' where what was given is none. */
  readonly node_id: string;
  /** From 1. */
  readonly frame: number;
  /** The grey values it is shown with; null for the file's own. */
  readonly window: PictureWindow | null;
}

export interface PictureWindow {
  readonly center: number;
  readonly width: number;
}

export const PICTURE_ATTRIBUTE = 'data-picture';
const FRAME_ATTRIBUTE = 'data-picture-frame';
const WINDOW_ATTRIBUTE = 'data-picture-window';
export const PICTURE_ATTRIBUTES = [PICTURE_ATTRIBUTE, FRAME_ATTRIBUTE, WINDOW_ATTRIBUTE] as const;

const NODE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FRAME_MAX = 999_999;
const SHADE_MAX = 1_000_000;
const WINDOW = /^(-?\d{1,7}(?:\.\d{1,6})?) (\d{1,7}(?:\.\d{1,6})?)$/;
/** A dose or an uptake has windows far below one. */
const FINE_BELOW = 10;

/** Reads untrusted JSON; anything of the wrong type takes its default. */
export function parsePictureMeta(json: unknown): PictureMeta {
  const given: Record<string, unknown> = typeof json === 'object' && json !== null ? { ...json } : {};
  return {
    node_id: idOr(given['node_id']),
    frame: frameOr(given['frame']),
    window: windowOr(given['window']),
  };
}

/** The HTML attributes of a figure in their fixed order; those at their default are left out. */
export function pictureAttributes({ node_id, frame, window }: PictureMeta): [name: string, value: string][] {
  const attributes: [string, string][] = [[PICTURE_ATTRIBUTE, node_id]];
  if (frame !== 1) attributes.push([FRAME_ATTRIBUTE, String(frame)]);
  if (window !== null) attributes.push([WINDOW_ATTRIBUTE, `${window.center} ${window.width}`]);
  return attributes;
}

/** Reads the attributes back; `get` answers null for an absent attribute. */
export function pictureFromAttributes(get: (name: string) => string | null): PictureMeta {
  const [, center, width] = WINDOW.exec(get(WINDOW_ATTRIBUTE) ?? '') ?? [];
  return parsePictureMeta({
    node_id: get(PICTURE_ATTRIBUTE),
    frame: Number(get(FRAME_ATTRIBUTE) ?? 1),
    window: center === undefined ? null : { center: Number(center), width: Number(width) },
  });
}

function idOr(value: unknown): string {
  return typeof value === 'string' && NODE_ID.test(value) ? value : '';
}

function frameOr(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= FRAME_MAX ? value : 1;
}

function windowOr(value: unknown): PictureWindow | null {
  if (typeof value !== 'object' || value === null || !('center' in value) || !('width' in value)) return null;
  const center = shadeOr(value.center);
  const width = shadeOr(value.width);
  return center === undefined || width === undefined || width <= 0 ? null : { center, width };
}

/** To a hundredth, or a millionth of small ones, so that it is written and read the same. */
function shadeOr(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(Math.abs(value) <= SHADE_MAX)) return undefined;
  const parts = Math.abs(value) < FINE_BELOW ? 1_000_000 : 100;
  const rounded = Math.round(value * parts) / parts || 0;
  // Below this a number is written with an exponent.
  return Math.abs(rounded) < 1e-6 ? 0 : rounded;
}
