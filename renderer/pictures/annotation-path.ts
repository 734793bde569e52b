/** Computes the lines of an annotation as an SVG or canvas path. */
import type { AnnotationKind, Point } from '#records/studies/image-annotations.ts';

/**
 * Computes the path of an annotation. @param unit size of parts without a length in the picture; a tick and an
 * arrow head are ten units wide.
 */
export function annotationPath(kind: AnnotationKind, points: readonly Point[], unit = 1): string {
  const [a, b, c] = points;
  if (!a || !b) return '';
  if (kind === 'ellipse') {
    const rx = Math.abs(b.x - a.x) / 2;
    const ry = Math.abs(b.y - a.y) / 2;
    const left = Math.min(a.x, b.x);
    const y = (a.y + b.y) / 2;
    return `M${left} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  }
  if (kind === 'angle') return `M${a.x} ${a.y}L${b.x} ${b.y}${c ? `L${c.x} ${c.y}` : ''}`;
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  if (kind === 'length') {
    const tick = (at: Point) =>
      `M${at.x - along.y * 5 * unit} ${at.y + along.x * 5 * unit}l${along.y * 10 * unit} ${-along.x * 10 * unit}`;
    return `M${a.x} ${a.y}L${b.x} ${b.y}${tick(a)}${tick(b)}`;
  }
  const barb = (side: 1 | -1) => {
    const x = b.x - (along.x * 10 - side * along.y * 5) * unit;
    const y = b.y - (along.y * 10 + side * along.x * 5) * unit;
    return `M${b.x} ${b.y}L${x} ${y}`;
  };
  return `M${a.x} ${a.y}L${b.x} ${b.y}${barb(1)}${barb(-1)}`;
}
