/** Draws a key image on paper with its window applied, and annotations as lines with their measurements. */
import {
  annotationPath,
  labelBox,
  labelPlace,
  MARK_COLOUR,
  type PaperMark,
  type Place,
  placesOf,
} from '#paper/annotation-outline.ts';
import type { Box, Canvas, Tag } from './canvas.ts';
import type { PaperPicture } from './figure-picture.ts';
import { child } from './line-boxes.ts';
import { breakLines } from './line-breaking.ts';
import { encodePng } from './png.ts';
import { type TextStyle, textPieces } from './styled-text.ts';

const LARGEST = { width: 320, height: 260 } as const;
const GAP = 4;
const LABEL: TextStyle = { face: 'sans', size: 7.5, colour: '#FFFFFF' };
const LABEL_LEADING = 1.3;
const LABEL_PAD = 2;
const MARK_WIDTH = 1;

interface Frame extends Place {
  readonly width: number;
  readonly height: number;
}

/** Lays out a key image. @param alt text for screen readers. */
export function pictureBox(
  canvas: Canvas,
  parent: Tag,
  picture: PaperPicture,
  width: number,
  alt: string,
): Box {
  const tag = child(canvas, parent, 'Figure', { alt });
  const shown = sizeOf(picture, width);
  const png = encodePng(picture);
  return {
    height: shown.height + GAP,
    isWithNext: true,
    draw(x, y) {
      canvas.tagged(tag, 'Figure', () => {
        canvas.doc.image(png, x, y, shown);
        // An annotation may extend beyond the picture.
        canvas.doc.save().rect(x, y, shown.width, shown.height).clip();
        for (const mark of picture.marks) {
          const places = placesOf(mark, shown).map((place) => ({ x: x + place.x, y: y + place.y }));
          drawMark(canvas, mark, places);
          drawLabel(canvas, mark, places, { x, y, ...shown });
        }
        canvas.doc.restore();
      });
    },
  };
}

/** Computes the size of a picture on paper: as large as it allows; at most three points per pixel. */
function sizeOf({ columns, rows, pixel_aspect }: PaperPicture, width: number) {
  const scale = Math.min(Math.min(width, LARGEST.width) / columns, LARGEST.height / (rows * pixel_aspect), 3);
  return { width: columns * scale, height: rows * pixel_aspect * scale };
}

function drawMark({ doc }: Canvas, { kind }: PaperMark, places: readonly Place[]): void {
  const outline = annotationPath(kind, places);
  if (outline !== '') doc.lineWidth(MARK_WIDTH).strokeColor(MARK_COLOUR).path(outline).stroke();
}

/** Beside the annotation's rightmost point, inside the picture. */
function drawLabel(canvas: Canvas, mark: PaperMark, places: readonly Place[], within: Frame): void {
  const lines = mark.lines.flatMap((text) =>
    breakLines(textPieces(text, LABEL), LARGEST.width, canvas.measure),
  );
  const rightmost = labelPlace(places);
  if (lines.length === 0 || rightmost === undefined) return;
  const width = Math.max(...lines.map((line) => line.width)) + 2 * LABEL_PAD;
  const height = lines.length * LABEL.size * LABEL_LEADING + LABEL_PAD;
  const inside = { x: rightmost.x - within.x, y: rightmost.y - within.y };
  const box = labelBox(inside, { width, height }, within, 5);
  const [left, top] = [within.x + box.x, within.y + box.y];
  canvas.doc.rect(left, top, width, height).fill('#000000');
  for (const [at, line] of lines.entries())
    canvas.line(line, left + LABEL_PAD, top + LABEL_PAD / 2 + at * LABEL.size * LABEL_LEADING, LABEL.size);
}
