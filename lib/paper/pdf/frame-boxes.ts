/** Draws the layout's frame: boxes around the text, and elements of every page. */
import type { PaperLayout } from '#paper/layout.ts';
import type { PaperFact } from '#paper/paper-fact.ts';
import type { Figure } from '#paper/seal-figure.ts';
import type { Box, Canvas, Tag } from './canvas.ts';
import { child, gap, shifted, textBoxes, together } from './line-boxes.ts';
import { breakLines, type Line } from './line-breaking.ts';
import { type TextStyle, textPieces } from './styled-text.ts';

const UI: TextStyle = { face: 'sans', size: 9.75 };
export const LABEL: TextStyle = { face: 'sans', size: 9, colour: '#555555' };
export const SMALL: TextStyle = { face: 'sans', size: 8.25, colour: '#333333' };
const MARK_SIZE = 36;
const SEAL_SIZE = 57;
/** Room for the longest label of the five languages in one line. */
const LABEL_WIDTH = 82;
/** Half the width and height of the seal figure. */
const FIGURE_RADIUS = 242;

/** Letterhead and patient block, at the top of the first page. */
export function headBoxes(canvas: Canvas, parent: Tag, layout: PaperLayout, figure: Figure): Box[] {
  const head = child(canvas, parent, 'Sect');
  const beside = MARK_SIZE + 12;
  const width = canvas.textWidth - beside;
  const name = { face: 'serif', isBold: true, size: 15 } as const;
  const letterhead = together([
    ...textBoxes(canvas, child(canvas, head, 'P'), textPieces(layout.letterhead.name, name), {
      width,
      size: 15,
    }),
    ...textBoxes(canvas, child(canvas, head, 'P'), textPieces(layout.letterhead.detail, LABEL), {
      width,
      size: LABEL.size,
    }),
  ]);
  return [
    {
      height: Math.max(letterhead.height, MARK_SIZE) + 9,
      draw: (x, y) => {
        drawFigure(canvas, figure, x, y, MARK_SIZE);
        letterhead.draw(x + beside, y);
      },
    },
    ruleBox(canvas, 1.5, '#000000'),
    gap(6),
    ...layout.block.map((facts) => factRow(canvas, head, facts)),
    gap(6),
    ruleBox(canvas, 0.75, '#999999'),
    gap(3),
  ];
}

export function factRow(canvas: Canvas, head: Tag, facts: PaperLayout['block'][number]): Box {
  const half = canvas.textWidth / 2;
  const sides = facts.map((fact) =>
    fact === undefined ? gap(0) : factBox(canvas, child(canvas, head, 'P'), fact, half - 6, LABEL_WIDTH),
  );
  return {
    height: Math.max(...sides.map(({ height }) => height)),
    draw: (x, y) => {
      for (const [at, box] of sides.entries()) box.draw(x + at * half, y);
    },
  };
}

export function factBox(canvas: Canvas, tag: Tag, fact: PaperFact, width: number, labelWidth: number): Box {
  const value = [
    ...textPieces(fact.value, { ...UI, isBold: fact.is_strong === true }),
    ...textPieces(fact.rest ?? '', UI),
  ];
  const label = together(
    textBoxes(canvas, tag, textPieces(fact.label, LABEL), { width: labelWidth - 6, size: UI.size }),
  );
  const text = together(textBoxes(canvas, tag, value, { width: width - labelWidth, size: UI.size }));
  return {
    height: Math.max(label.height, text.height) + 1.5,
    draw: (x, y) => {
      label.draw(x, y);
      text.draw(x + labelWidth, y);
    },
  };
}

/** Author, signer and verification instructions, kept on one page; in a letter with its sign-off and copies. */
export function closingBox(
  canvas: Canvas,
  parent: Tag,
  { closing, letter }: PaperLayout,
  figure: Figure,
): Box {
  const tag = child(canvas, parent, 'Sect');
  const showsKeys = letter?.shows_keys ?? true;
  const beside = showsKeys ? SEAL_SIZE + 12 : 0;
  const lines = (text: string, style: TextStyle, width = canvas.textWidth) =>
    textBoxes(canvas, child(canvas, tag, 'P'), textPieces(text, style), { width, size: style.size });
  const signOff = letter?.sign_off.flatMap((line) => lines(line, UI)) ?? [];
  const facts = closing.facts.map((fact) =>
    factBox(canvas, child(canvas, tag, 'P'), fact, canvas.textWidth, 120),
  );
  const proofs = showsKeys ? closing.proofs.flatMap((proof) => lines(proof, SMALL)) : [];
  const verify = together(lines(closing.verify, SMALL, canvas.textWidth - beside));
  const copies = letter?.copies;
  return together([
    gap(18),
    ...signOff,
    ...(signOff.length > 0 ? [gap(6)] : []),
    ruleBox(canvas, 0.75, '#999999'),
    gap(6),
    ...facts,
    ...proofs,
    gap(12),
    {
      height: Math.max(showsKeys ? SEAL_SIZE : 0, verify.height),
      draw: (x, y) => {
        if (showsKeys) drawFigure(canvas, figure, x, y, SEAL_SIZE);
        shifted(verify, beside).draw(x, y + Math.max(0, ((showsKeys ? SEAL_SIZE : 0) - verify.height) / 2));
      },
    },
    ...(copies === undefined
      ? []
      : [
          gap(9),
          factBox(
            canvas,
            child(canvas, tag, 'P'),
            { label: copies.label, value: copies.lines.join('\n') },
            canvas.textWidth,
            LABEL_WIDTH,
          ),
        ]),
  ]);
}

export function ruleBox(canvas: Canvas, thickness: number, colour: string): Box {
  return { height: thickness, draw: (x, y) => canvas.rule(x, y, canvas.textWidth, thickness, colour) };
}

export function drawFigure(
  { doc, artifact }: Canvas,
  figure: Figure,
  x: number,
  y: number,
  size: number,
): void {
  artifact(() => {
    doc.save();
    doc.translate(x + size / 2, y + size / 2).scale(size / 2 / FIGURE_RADIUS);
    doc.lineWidth(1.2).strokeColor('#000000');
    for (const radius of figure.circles) doc.circle(0, 0, radius).stroke();
    for (const path of figure.bands.flat()) doc.path(path).stroke();
    doc.restore();
  });
}

/** Drawn below everything else. Opaque grey, because PDF/A restricts transparency. */
export function drawWatermark({ doc, artifact, line, measure, sheet }: Canvas, text: string): void {
  const style: TextStyle = { face: 'sans', isBold: true, size: 69, colour: '#EDEDED' };
  const [words] = breakLines(textPieces(text, style), Number.POSITIVE_INFINITY, measure);
  if (words === undefined) return;
  artifact(() => {
    doc.save();
    doc.rotate(-34, { origin: [sheet.width / 2, sheet.height / 2] });
    line(words, (sheet.width - words.width) / 2, sheet.height / 2 - style.size / 2, style.size);
    doc.restore();
  });
}

/** Drawn on every page but the first. @returns where the text begins. */
export const RUNNING_HEAD_HEIGHT = 24;

export function drawRunningHead(canvas: Canvas, [left, right]: PaperLayout['running']): number {
  const style: TextStyle = { ...LABEL, colour: '#222222' };
  const { left: edge, top } = canvas.sheet;
  canvas.artifact(() => drawEnds(canvas, [left, right], style, top));
  canvas.rule(edge, top + 17, canvas.textWidth, 0.75, '#000000');
  return top + RUNNING_HEAD_HEIGHT;
}

const FOOT_HEIGHT = 36;
const FIRM_LINE = 10;
const FIRM_MAX = 3;

/** Lines of the practice at the foot of a letter. */
function firmLines(canvas: Canvas, { letter }: PaperLayout): readonly Line[] {
  if (!letter?.foot) return [];
  const style: TextStyle = { face: 'sans', size: 7.5, colour: '#555555' };
  return breakLines(textPieces(letter.foot, style), canvas.textWidth, canvas.measure).slice(0, FIRM_MAX);
}

export function footHeight(canvas: Canvas, layout: PaperLayout): number {
  return FOOT_HEIGHT + firmLines(canvas, layout).length * FIRM_LINE;
}

interface PageOf {
  readonly page: number;
  readonly pages: number;
  /** Later page on which an addendum starts; undefined for none. */
  readonly addendum: number | undefined;
}

export function drawFoot(canvas: Canvas, layout: PaperLayout, { page, pages, addendum }: PageOf): void {
  const { foot } = layout;
  const { height, bottom, left: edge } = canvas.sheet;
  const top = height - bottom - footHeight(canvas, layout) + 10;
  canvas.rule(edge, top, canvas.textWidth, 0.75, '#000000');
  canvas.artifact(() => {
    const left = [foot.patient, foot.note].filter(Boolean).join('   ');
    drawEnds(canvas, [left, foot.page(page, pages, addendum)], SMALL, top + 5);
    for (const [at, line] of firmLines(canvas, layout).entries())
      canvas.line(line, edge, top + 28 + at * FIRM_LINE, 7.5);
    if (!foot.seal) return;
    const { before, version_id, hash } = foot.seal;
    const code: TextStyle = { face: 'mono', size: 7.5, colour: SMALL.colour ?? '' };
    const pieces = [
      ...textPieces(`${before} `, SMALL),
      ...textPieces(version_id, code),
      ...(hash ? [...textPieces(`, ${hash[0]} `, SMALL), ...textPieces(hash[1], code)] : []),
    ];
    const [line] = breakLines(pieces, canvas.textWidth, canvas.measure);
    if (line) canvas.line(line, edge, top + 16, SMALL.size);
  });
}

/** Draws one text at each edge of a line; the left one is truncated where they would meet. */
function drawEnds(
  canvas: Canvas,
  [left, right]: readonly [string, string],
  style: TextStyle,
  y: number,
): void {
  const end = breakLines(textPieces(right, style), canvas.textWidth / 2, canvas.measure)[0];
  const room = canvas.textWidth - (end?.width ?? 0) - 12;
  const start = breakLines(textPieces(left, style), room, canvas.measure)[0];
  const { left: edge } = canvas.sheet;
  if (start) canvas.line(start, edge, y, style.size);
  if (end) canvas.line(end, edge + canvas.textWidth - end.width, y, style.size);
}
