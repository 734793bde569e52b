/** Lays out blocks of the report as boxes, in the sizes of the interface's print. Add new kinds of block here. */
import type { Block, ListBlock } from '#report/html/report-tree.ts';
import { textOfInlines } from '#report/html/tree-text.ts';
import type { Box, Canvas, Tag } from './canvas.ts';
import { type PaperPictures, pictureKey } from './figure-picture.ts';
import { child, gap, shifted, textBoxes } from './line-boxes.ts';
import { breakLines, type Line } from './line-breaking.ts';
import { pictureBox } from './picture-box.ts';
import { piecesOf, type TextStyle, textPieces } from './styled-text.ts';
import { tableBoxes } from './table-boxes.ts';

const BODY: TextStyle = { face: 'serif', size: 11.25 };
const HEADING: TextStyle = { face: 'sans', isBold: true, size: 9.75 };
const PARAGRAPH_GAP = 3;
const HEADING_GAP = 10.5;
const INDENT = 15;
const NO_PICTURE = { size: 9, colour: '#555555' } as const;
const QUOTE_COLOUR = '#333333';

/** Lays out report blocks. @param parent receives the blocks' tags, in order. */
export function blockBoxes(
  canvas: Canvas,
  parent: Tag,
  blocks: readonly Block[],
  width: number,
  pictures: PaperPictures,
  style: TextStyle = BODY,
): Box[] {
  return blocks.flatMap((block) => boxesOf(canvas, parent, block, width, style, pictures));
}

function boxesOf(
  canvas: Canvas,
  parent: Tag,
  block: Block,
  width: number,
  style: TextStyle,
  pictures: PaperPictures,
): Box[] {
  switch (block.kind) {
    case 'heading': {
      const tag = child(canvas, parent, `H${Math.min(6, Math.max(1, block.level))}`);
      const pieces = piecesOf(block.children, HEADING);
      const lines = textBoxes(canvas, tag, pieces, { width, size: HEADING.size });
      return [gap(HEADING_GAP), ...lines].map((box) => ({ ...box, isWithNext: true }));
    }
    case 'figure':
      return figureBoxes(canvas, parent, block, width, style, pictures);
    case 'paragraph': {
      const pieces = piecesOf(block.children, style);
      return [
        ...textBoxes(canvas, child(canvas, parent, 'P'), pieces, { ...style, width }),
        gap(PARAGRAPH_GAP),
      ];
    }
    case 'quote': {
      const pieces = piecesOf(block.children, { ...style, colour: QUOTE_COLOUR });
      const tag = child(canvas, parent, 'BlockQuote');
      const boxes = textBoxes(canvas, tag, pieces, { ...style, width: width - INDENT });
      return [...boxes.map((box) => shifted(box, INDENT)), gap(PARAGRAPH_GAP)];
    }
    case 'rule':
      return [{ height: 12, draw: (x, y) => canvas.rule(x, y + 6, width, 0.5, '#999999') }];
    case 'list':
      return [...listBoxes(canvas, parent, block, width, style), gap(PARAGRAPH_GAP)];
    case 'table':
      return tableBoxes(canvas, parent, block, width, (tag, inner, innerWidth, cellStyle) =>
        blockBoxes(canvas, tag, inner, innerWidth, pictures, cellStyle),
      );
  }
}

/** The picture, or the reason why it is missing, with the caption. */
function figureBoxes(
  canvas: Canvas,
  parent: Tag,
  figure: Extract<Block, { kind: 'figure' }>,
  width: number,
  style: TextStyle,
  pictures: PaperPictures,
): Box[] {
  const picture = pictures.get(pictureKey(figure.picture));
  const captioned = () => boxesOf(canvas, parent, { ...figure, kind: 'paragraph' }, width, style, pictures);
  if (picture === undefined) return captioned();
  if ('missing' in picture) {
    const reason = textPieces(picture.missing, { ...style, ...NO_PICTURE });
    return [
      ...captioned(),
      ...textBoxes(canvas, child(canvas, parent, 'P'), reason, { width, size: NO_PICTURE.size }),
      gap(PARAGRAPH_GAP),
    ];
  }
  const measured = picture.marks.flatMap(({ lines }) => lines);
  const alt = [picture.name, textOfInlines(figure.children), ...measured].filter(Boolean).join('; ');
  // Its tag precedes the caption's.
  const box = pictureBox(canvas, parent, picture, width, alt);
  return [box, ...captioned()];
}

function listBoxes(canvas: Canvas, parent: Tag, block: ListBlock, width: number, style: TextStyle): Box[] {
  const list = child(canvas, parent, 'L');
  return block.items.flatMap(({ children, lists }, at) => {
    const item = child(canvas, list, 'LI');
    const label = child(canvas, item, 'Lbl');
    const body = child(canvas, item, 'LBody');
    const mark = breakLines(
      textPieces(block.ordered ? `${block.start + at}.` : '•', style),
      width,
      canvas.measure,
    )[0];
    const boxes = textBoxes(canvas, body, piecesOf(children, style), { ...style, width: width - INDENT });
    return [
      ...boxes.map((box, line) => {
        const text = shifted(box, INDENT);
        return line === 0 && mark ? labelled(canvas, text, label, mark, style.size) : text;
      }),
      ...lists.flatMap((inner) =>
        listBoxes(canvas, body, inner, width - INDENT, style).map((box) => shifted(box, INDENT)),
      ),
    ];
  });
}

/** The label precedes its text in reading order too. */
function labelled(canvas: Canvas, box: Box, label: Tag, mark: Line, size: number): Box {
  return {
    ...box,
    draw: (x, y) => {
      const left = x + Math.max(0, INDENT - 4 - mark.width);
      canvas.tagged(label, 'Lbl', () => canvas.line(mark, left, y, size));
      box.draw(x, y);
    },
  };
}
