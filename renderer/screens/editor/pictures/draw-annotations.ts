/**
 * Draws annotations and their measurements into a figure's picture, as the viewport and the PDF show them.
 */
import type { TFunction } from 'i18next';
import { measure } from '#dicom/picture/measure-annotation.ts';
import { labelBox } from '#paper/annotation-outline.ts';
import type { ImageAnnotation } from '#records/studies/image-annotations.ts';
import { annotationPath } from '#renderer/pictures/annotation-path.ts';
import type { DrawOver } from '#renderer/pictures/figure-picture.ts';
import { annotationLines } from './viewport/annotations/annotation-text.ts';

/**
 * Smallest side of a drawn picture in pixels; smaller ones are enlarged, so that lines and numbers are as fine as
 * the page.
 */
const SIDE_MIN_PX = 768;
/** Longer side of a figure on the page in pixels, the unit of lines and letters. */
const SHOWN_PX = 152;
const INK = '#fff';
const EDGE = '#000';

export function drawAnnotations(marks: readonly ImageAnnotation[], t: TFunction): DrawOver {
  return (canvas, frame) => {
    if (marks.length === 0) return canvas;
    const longer = Math.max(canvas.width, canvas.height);
    const scale = Math.max(1, Math.ceil(SIDE_MIN_PX / longer));
    const drawn = document.createElement('canvas');
    drawn.width = canvas.width * scale;
    drawn.height = canvas.height * scale;
    const ink = drawn.getContext('2d');
    if (!ink) return canvas;
    ink.drawImage(canvas, 0, 0, drawn.width, drawn.height);
    const unit = (longer * scale) / SHOWN_PX;
    ink.lineJoin = 'round';
    ink.font = `600 ${11 * unit}px "IBM Plex Sans Variable", sans-serif`;
    ink.textBaseline = 'middle';
    const stroke = (width: number, style: string, draw: () => void) => {
      ink.lineWidth = width * unit;
      ink.strokeStyle = style;
      draw();
    };
    for (const { kind, points } of marks) {
      const placed = points.map(({ x, y }) => ({
        x: (x * drawn.width) / frame.columns,
        y: (y * drawn.height) / frame.rows,
      }));
      const path = new Path2D(annotationPath(kind, placed, unit * 0.6));
      stroke(3, EDGE, () => ink.stroke(path));
      stroke(1.25, INK, () => ink.stroke(path));
      const { pixel_spacing: spacing, spacing_basis: basis, pixel_aspect_ratio: aspect } = frame;
      const [line] = annotationLines(measure(kind, points, { spacing, basis, aspect, frame }), t);
      if (line === undefined) continue;
      const right = placed.reduce((best, point) => (point.x > best.x ? point : best));
      const words = { width: ink.measureText(line).width + 2 * unit, height: 14 * unit };
      const box = labelBox(right, words, drawn, 5 * unit);
      const [x, y] = [box.x, box.y + words.height / 2];
      stroke(3, EDGE, () => ink.strokeText(line, x, y));
      ink.fillStyle = INK;
      ink.fillText(line, x, y);
    }
    return drawn;
  };
}
