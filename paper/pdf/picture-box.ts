/** A key image on paper: its grey values as chosen, the marks on it as lines with what they measure. */
import { child } from './boxes.ts';
import type { Box, Canvas, Tag } from './canvas.ts';
import { breakLines } from './lines.ts';
import type { PaperMark, PaperPicture } from './picture.ts';
import { encodePng } from './png.ts';
import { type TextStyle, textPieces } from './styled-text.ts';

const LARGEST = { width: 320, height: 260 } as const;
const GAP = 4;
const LABEL: TextStyle = { face: 'sans', size: 7.5, colour: '#FFFFFF' };
const LABEL_LEADING = 1.3;
const LABEL_PAD = 2;
const MARK = { colour: '#FFD000', width: 1, arrow: 6 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Frame extends Place {
  readonly width: number;
  readonly height: number;
}

/** @param alt what is read aloud instead of it. */
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
        // A mark may have been dragged beyond the picture.
        canvas.doc.save().rect(x, y, shown.width, shown.height).clip();
        for (const mark of picture.marks) {
          const points = mark.points.map((point) => ({
            x: x + point.x * shown.width,
            y: y + point.y * shown.height,
          }));
          drawMark(canvas, mark, points);
          drawLabel(canvas, mark, points, { x, y, ...shown });
        }
        canvas.doc.restore();
      });
    },
  };
}

/** As large as paper allows; never beyond three points a pixel. */
function sizeOf({ columns, rows, pixel_aspect }: PaperPicture, width: number) {
  const scale = Math.min(Math.min(width, LARGEST.width) / columns, LARGEST.height / (rows * pixel_aspect), 3);
  return { width: columns * scale, height: rows * pixel_aspect * scale };
}

function drawMark({ doc }: Canvas, { kind }: PaperMark, points: readonly Place[]): void {
  const [first, second] = points;
  if (first === undefined || second === undefined) return;
  doc.lineWidth(MARK.width).strokeColor(MARK.colour);
  if (kind === 'ellipse') {
    const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
    doc
      .ellipse(middle.x, middle.y, Math.abs(second.x - first.x) / 2, Math.abs(second.y - first.y) / 2)
      .stroke();
    return;
  }
  doc.moveTo(first.x, first.y);
  for (const { x, y } of points.slice(1)) doc.lineTo(x, y);
  doc.stroke();
  if (kind === 'arrow') drawHead(doc, first, second);
}

/** At the end of the arrow. */
function drawHead(doc: Canvas['doc'], from: Place, to: Place): void {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  for (const side of [-1, 1]) {
    const turned = direction + Math.PI + (side * Math.PI) / 7;
    doc
      .moveTo(to.x, to.y)
      .lineTo(to.x + MARK.arrow * Math.cos(turned), to.y + MARK.arrow * Math.sin(turned))
      .stroke();
  }
}

/** Beside the mark's rightmost point, and inside of the picture. */
function drawLabel(canvas: Canvas, mark: PaperMark, points: readonly Place[], within: Frame): void {
  const lines = mark.lines.flatMap((text) =>
    breakLines(textPieces(text, LABEL), LARGEST.width, canvas.measure),
  );
  const [first] = points;
  if (lines.length === 0 || first === undefined) return;
  const rightmost = points.reduce((best, point) => (point.x > best.x ? point : best), first);
  const width = Math.max(...lines.map((line) => line.width)) + 2 * LABEL_PAD;
  const height = lines.length * LABEL.size * LABEL_LEADING + LABEL_PAD;
  const left = Math.max(within.x, Math.min(rightmost.x + 5, within.x + within.width - width));
  const top = Math.max(within.y, Math.min(rightmost.y - height / 2, within.y + within.height - height));
  canvas.doc.rect(left, top, width, height).fill('#000000');
  for (const [at, line] of lines.entries())
    canvas.line(line, left + LABEL_PAD, top + LABEL_PAD / 2 + at * LABEL.size * LABEL_LEADING, LABEL.size);
}
