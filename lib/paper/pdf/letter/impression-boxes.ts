/** Lays out a letter's text with its impression set off: a bar, bold, one step larger, and whole on a page if it fits. */

import { blockBoxes } from '#paper/pdf/block-boxes.ts';
import type { Box, Canvas, Tag } from '#paper/pdf/canvas.ts';
import type { PaperPictures } from '#paper/pdf/figure-picture.ts';
import { heightOf } from '#paper/pdf/line-boxes.ts';
import type { TextStyle } from '#paper/pdf/styled-text.ts';
import type { Block } from '#report/html/report-tree.ts';
import { textOfInlines } from '#report/html/tree-text.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

const IMPRESSION = '19005-8';
const STYLE: TextStyle = { face: 'serif', isBold: true, size: 12 };
const BAR = { width: 2.25, beside: 13 } as const;
/** An impression longer than this share of the sheet is divided. */
const KEPT_SHARE = 0.45;

export function impressionBoxes(
  canvas: Canvas,
  parent: Tag,
  blocks: readonly Block[],
  pictures: PaperPictures,
): Box[] {
  return partsOf(blocks).flatMap(({ isImpression, blocks: part }) => {
    if (!isImpression) return blockBoxes(canvas, parent, part, canvas.textWidth, pictures);
    const boxes = blockBoxes(canvas, parent, part, canvas.textWidth, pictures, STYLE);
    const isKept = heightOf(boxes) < canvas.sheet.height * KEPT_SHARE;
    return boxes.map((box, at) => ({
      ...box,
      ...(isKept && at < boxes.length - 1 ? { isWithNext: true } : {}),
      draw: (x: number, y: number) => {
        // The first box is the space above the heading.
        if (at > 0) drawBar(canvas, x - BAR.beside, y, box.height);
        box.draw(x, y);
      },
    }));
  });
}

function drawBar({ doc, artifact }: Canvas, x: number, y: number, height: number): void {
  artifact(() => {
    doc.rect(x, y, BAR.width, height).fill('#000000');
  });
}

interface Part {
  readonly isImpression: boolean;
  readonly blocks: Block[];
}

/** A section ends at the next heading. */
function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [{ isImpression: false, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const code = block.sectionCode ?? sectionCodeOfTitle(textOfInlines(block.children));
      const isImpression = code === IMPRESSION;
      if (isImpression || parts.at(-1)?.isImpression) parts.push({ isImpression, blocks: [] });
    }
    parts.at(-1)?.blocks.push(block);
  }
  return parts;
}
