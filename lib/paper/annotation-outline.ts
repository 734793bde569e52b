/** Outlines and labels of annotations on a picture, shared by paper and the page of a hand-over. */
export interface PaperMark {
  readonly kind: 'length' | 'angle' | 'ellipse' | 'arrow';
  /** Points of the outline as fractions of the picture's width and height. */
  readonly points: readonly Place[];
  /** Measurements as text, in the paper's language. */
  readonly lines: readonly string[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export const MARK_COLOUR = '#FFD000';
const ARROW_HEAD = 6;
const ARROW_SPREAD = Math.PI / 7;

/** Positions of the points on a picture of this drawn size. */
export function placesOf(
  { points }: PaperMark,
  { width, height }: { readonly width: number; readonly height: number },
): Place[] {
  return points.map(({ x, y }) => ({ x: x * width, y: y * height }));
}

/** SVG path of the outline; '' with fewer than two points. */
export function annotationPath(kind: PaperMark['kind'], places: readonly Place[]): string {
  const [first, second] = places;
  if (first === undefined || second === undefined) return '';
  if (kind === 'ellipse') return ellipse(first, second);
  return kind === 'arrow' ? line(places) + head(first, second) : line(places);
}

function line(places: readonly Place[]): string {
  return places.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Ellipse within two corners; a line if it has no area. */
function ellipse(corner: Place, opposite: Place): string {
  const [left, right] = [Math.min(corner.x, opposite.x), Math.max(corner.x, opposite.x)];
  const rx = (right - left) / 2;
  const ry = Math.abs(opposite.y - corner.y) / 2;
  if (rx === 0 || ry === 0) return line([corner, opposite]);
  const y = (corner.y + opposite.y) / 2;
  const half = (to: number) => `A${rx} ${ry} 0 1 0 ${to} ${y}`;
  return `M${left} ${y}${half(right)}${half(left)}Z`;
}

/** Arrow head at the end of the line. */
function head(from: Place, to: Place): string {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  return [-1, 1]
    .map((side) => direction + Math.PI + side * ARROW_SPREAD)
    .map((turned) =>
      line([to, { x: to.x + ARROW_HEAD * Math.cos(turned), y: to.y + ARROW_HEAD * Math.sin(turned) }]),
    )
    .join('');
}

/** The rightmost point, beside which the label is placed. */
export function labelPlace(places: readonly Place[]): Place | undefined {
  const [first] = places;
  return first && places.reduce((best, place) => (place.x > best.x ? place : best), first);
}

/** Label size in units of the drawn picture; a character takes `character` at most. */
export interface LabelSize {
  readonly size: number;
  readonly leading: number;
  readonly gap: number;
  readonly character: number;
}

interface Area {
  readonly width: number;
  readonly height: number;
}

/** Position of a label: beside the point; near the picture's edge before, below or above it, off the outline. */
export function labelBox(place: Place, words: Area, picture: Area, gap: number): Place {
  const { width, height } = words;
  if (place.x + gap + width <= picture.width) {
    const y = Math.max(0, Math.min(place.y - height / 2, picture.height - height));
    return { x: place.x + gap, y };
  }
  const below = place.y + gap;
  const y = below + height <= picture.height ? below : Math.max(0, place.y - gap - height);
  return { x: Math.max(0, picture.width - width), y };
}

/** The label's lines inside the picture, each at the start of its baseline. */
export function labelLines(
  mark: PaperMark,
  picture: Area,
  { size, leading, gap, character }: LabelSize,
): (Place & { readonly text: string })[] {
  const place = labelPlace(placesOf(mark, picture));
  if (mark.lines.length === 0 || place === undefined) return [];
  const width = Math.max(...mark.lines.map((text) => text.length)) * character;
  const height = mark.lines.length * leading;
  const { x, y: top } = labelBox(place, { width, height }, picture, gap);
  return mark.lines.map((text, at) => ({ x, y: top + at * leading + size, text }));
}
