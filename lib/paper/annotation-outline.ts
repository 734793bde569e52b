/** What was measured on a picture, as paper and the page of a hand-over draw it: one outline for both. */
export interface PaperMark {
  readonly kind: 'length' | 'angle' | 'ellipse' | 'arrow';
  /** As parts of the picture's width and height. */
  readonly points: readonly Place[];
  /** What it measures, in the words of the paper's language. */
  readonly lines: readonly string[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export const MARK_COLOUR = '#FFD000';
const ARROW_HEAD = 6;
const ARROW_SPREAD = Math.PI / 7;

/** Where the mark's points lie on a picture drawn that large. */
export function placesOf(
  { points }: PaperMark,
  { width, height }: { readonly width: number; readonly height: number },
): Place[] {
  return points.map(({ x, y }) => ({ x: x * width, y: y * height }));
}

/** The mark's outline as path data; '' while it has no two points. */
export function markPath(kind: PaperMark['kind'], places: readonly Place[]): string {
  const [first, second] = places;
  if (first === undefined || second === undefined) return '';
  if (kind === 'ellipse') return ellipse(first, second);
  return kind === 'arrow' ? line(places) + head(first, second) : line(places);
}

function line(places: readonly Place[]): string {
  return places.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Within the corners; one without an area is a line. */
function ellipse(corner: Place, opposite: Place): string {
  const [left, right] = [Math.min(corner.x, opposite.x), Math.max(corner.x, opposite.x)];
  const rx = (right - left) / 2;
  const ry = Math.abs(opposite.y - corner.y) / 2;
  if (rx === 0 || ry === 0) return line([corner, opposite]);
  const y = (corner.y + opposite.y) / 2;
  const half = (to: number) => `A${rx} ${ry} 0 1 0 ${to} ${y}`;
  return `M${left} ${y}${half(right)}${half(left)}Z`;
}

/** At the end of the arrow. */
function head(from: Place, to: Place): string {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  return [-1, 1]
    .map((side) => direction + Math.PI + side * ARROW_SPREAD)
    .map((turned) =>
      line([to, { x: to.x + ARROW_HEAD * Math.cos(turned), y: to.y + ARROW_HEAD * Math.sin(turned) }]),
    )
    .join('');
}

/** The point its words stand beside: the rightmost. */
export function labelPlace(places: readonly Place[]): Place | undefined {
  const [first] = places;
  return first && places.reduce((best, place) => (place.x > best.x ? place : best), first);
}

/** How large labels are, in the units of the picture as drawn; a character takes `character` at most. */
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

/** Where words of that size stand: beside the point; where the picture ends before, below or above it, off the mark's line. */
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

/** The mark's lines beside its rightmost point, and inside of the picture; each by the start of its baseline. */
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
