/**
 * Metadata of a figure's picture and its two stored forms: the `picture` object of the editor state and the
 * `data-picture*` attributes of the HTML. Both are untrusted input; parsing never throws.
 * Source: choices, "Reports".
 */
export interface PictureMeta {
  /** Id of a file of the exam; '' for invalid input. */
  readonly node_id: string;
  /** Frame number, from 1. */
  readonly frame: number;
  /** The window it is shown with; null for the file's own. */
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
/** Windows of doses and uptakes are far below one. */
const FINE_BELOW = 10;

/** Parses untrusted JSON; values of a wrong type get their default. */
export function parsePictureMeta(json: unknown): PictureMeta {
  const given: Record<string, unknown> = typeof json === 'object' && json !== null ? { ...json } : {};
  return {
    node_id: idOr(given['node_id']),
    frame: frameOr(given['frame']),
    window: windowOr(given['window']),
  };
}

/** The HTML attributes of a figure in fixed order, without those at their default. */
export function pictureAttributes({ node_id, frame, window }: PictureMeta): [name: string, value: string][] {
  const attributes: [string, string][] = [[PICTURE_ATTRIBUTE, node_id]];
  if (frame !== 1) attributes.push([FRAME_ATTRIBUTE, String(frame)]);
  if (window !== null) attributes.push([WINDOW_ATTRIBUTE, `${window.center} ${window.width}`]);
  return attributes;
}

/** Parses the attributes; `get` returns null for an absent one. */
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

/** Rounds to a hundredth, or a millionth for small values, so that writing and parsing agree. */
function shadeOr(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(Math.abs(value) <= SHADE_MAX)) return undefined;
  const parts = Math.abs(value) < FINE_BELOW ? 1_000_000 : 100;
  const rounded = Math.round(value * parts) / parts || 0;
  // Smaller numbers would be written with an exponent.
  return Math.abs(rounded) < 1e-6 ? 0 : rounded;
}
