/** Selects an exam's annotations on one frame, for the PDF, the page of a hand-over and the window's print. */

import type { JsonObject } from '#contract/documents/records.ts';
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import { type ImageAnnotation, readAnnotations } from '#records/studies/image-annotations.ts';
import type { PaperMark } from './annotation-outline.ts';
import { type Measured, measuredLines } from './measurement-text.ts';

interface FrameOfFigure {
  readonly node_id: string;
  /** Number of the frame, from 1. */
  readonly frame: number;
  /** Size of the frame in pixels. */
  readonly columns: number;
  readonly rows: number;
}

/** `measured`: computes the measurement of an annotation on this frame. */
export function annotationsOnFrame(
  attributes: JsonObject | null,
  { node_id, frame, columns, rows }: FrameOfFigure,
  measured: (kind: ImageAnnotation['kind'], points: ImageAnnotation['points']) => Measured,
  language: PaperLanguage,
): PaperMark[] {
  return readAnnotations(attributes)
    .filter((mark) => mark.node_id === node_id && mark.frame === frame)
    .map(({ kind, points }) => ({
      kind,
      points: points.map(({ x, y }) => ({ x: x / columns, y: y / rows })),
      lines: measuredLines(measured(kind, points), language),
    }));
}
