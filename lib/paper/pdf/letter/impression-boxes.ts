/**
 * Lays out a report's text with its Impression together where one page has room, and its critical result never first on a
 * page. A letter also sets the Impression off: a bar, bold, one step larger.
 */

import { isKeptWithText } from '#paper/kept-with-text.ts';
import { blockBoxes } from '#paper/pdf/block-boxes.ts';
import type { Box, Canvas, Tag } from '#paper/pdf/canvas.ts';
import type { PaperPictures } from '#paper/pdf/figure-picture.ts';
import { heightOf } from '#paper/pdf/line-boxes.ts';
import type { TextStyle } from '#paper/pdf/styled-text.ts';
import type { Block } from '#report/html/report-tree.ts';
import { textOfInlines } from '#report/html/tree-text.ts';
import { isAddendum } from '#report/review/sections-to-start-from.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

const IMPRESSION = '19005-8';
const STYLE: TextStyle = { face: 'serif', isBold: true, size: 12 };
const BAR = { width: 2.25, beside: 13 } as const;

interface PaperText {
  readonly blocks: readonly Block[];
  readonly pictures: PaperPictures;
  /** True in a letter. */
  readonly isSetOff: boolean;
  /** Height of a page's text in points: a longer Impression is divided. */
  readonly pageHeight: number;
}

export function textBoxesOf(canvas: Canvas, parent: Tag, text: PaperText): Box[] {
  const { blocks, pictures, isSetOff, pageHeight } = text;
  return partsOf(blocks).flatMap(({ isImpression, blocks: part }) => {
    const style = isImpression && isSetOff ? STYLE : undefined;
    const boxes = part.flatMap((block, at, all) => {
      const own = blockBoxes(canvas, parent, [block], canvas.textWidth, pictures, style);
      if (isCritical(block)) return own.map((box, line) => (line < own.length - 1 ? stay(box) : box));
      const following = all[at + 1];
      // The last line of the text before it and the space below it.
      if (following !== undefined && isCritical(following))
        return own.map((box, line) => (line < own.length - 2 ? box : stay(box)));
      return isHeadingOfAddendum(block) ? own.map((box) => ({ ...box, isAddendum: true })) : own;
    });
    if (!isImpression) return boxes;
    const isKept = heightOf(boxes) <= pageHeight;
    return boxes.map((box, at) => {
      const kept = isKept && at < boxes.length - 1 ? stay(box) : box;
      // The first box is the space above the heading.
      return isSetOff && at > 0 ? barred(canvas, kept) : kept;
    });
  });
}

const stay = (box: Box): Box => ({ ...box, isWithNext: true });

function barred(canvas: Canvas, box: Box): Box {
  return {
    ...box,
    draw: (x, y) => {
      drawBar(canvas, x - BAR.beside, y, box.height);
      box.draw(x, y);
    },
  };
}

function isCritical(block: Block): boolean {
  return block.kind === 'paragraph' && isKeptWithText(textOfInlines(block.children));
}

function isHeadingOfAddendum(block: Block): boolean {
  if (block.kind !== 'heading') return false;
  return isAddendum({ code: block.sectionCode, title: textOfInlines(block.children).trim() });
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
