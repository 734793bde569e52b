/** Lays out lines as boxes; shared by all code that makes boxes. */
import type { Box, Canvas, Tag } from './canvas.ts';
import { breakLines } from './line-breaking.ts';
import type { Piece } from './styled-text.ts';

/** Line height relative to the text size. */
const LEADING = 1.47;

export interface TextFrame {
  readonly width: number;
  readonly size: number;
  readonly align?: 'left' | 'right';
}

/** Lays out a text as boxes, one per line. */
export function textBoxes(
  canvas: Canvas,
  tag: Tag,
  pieces: readonly Piece[],
  { width, size, align = 'left' }: TextFrame,
): Box[] {
  return breakLines(pieces, width, canvas.measure).map((line) => ({
    height: size * LEADING,
    draw: (x, y) => {
      if (line.pieces.length === 0) return;
      const left = align === 'left' ? x : x + width - line.width;
      canvas.tagged(tag, 'Span', () => canvas.line(line, left, y, size));
    },
  }));
}

/** Adds a child tag. @param options alternative text (`alt`). */
export function child(
  canvas: Canvas,
  parent: Tag,
  type: string,
  options: { readonly alt?: string } = {},
): Tag {
  const tag = canvas.doc.struct(type, options);
  parent.add(tag);
  return tag;
}

export function gap(height: number): Box {
  return { height, draw: () => undefined };
}

export function shifted(box: Box, by: number): Box {
  return { ...box, draw: (x, y) => box.draw(x + by, y) };
}

/** Boxes that stay on one page. */
export function together(boxes: readonly Box[]): Box {
  return {
    height: heightOf(boxes),
    draw: (x, y) => {
      let top = y;
      for (const box of boxes) {
        box.draw(x, top);
        top += box.height;
      }
    },
  };
}

export function heightOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { height }) => sum + height, 0);
}
