/** Converts the report's inline tree to styled pieces of text. */
import { type Inline, MARK_TAGS } from '#report/html/report-tree.ts';
import { type FontName, fontRuns } from './fonts.ts';

export interface Piece {
  /** A line feed alone is a line break. */
  readonly text: string;
  readonly font: FontName;
  /** Original text, where the drawn one differs. */
  readonly actual?: string;
  /** Font size in points. */
  readonly size: number;
  /** Height above the baseline, in points. */
  readonly rise: number;
  readonly colour: string;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly isHighlighted: boolean;
}

export interface TextStyle {
  readonly face: 'serif' | 'sans' | 'mono';
  readonly isBold?: boolean;
  readonly size: number;
  readonly colour?: string;
  readonly align?: 'left' | 'right';
}

type Mark = (typeof MARK_TAGS)[number];
const NO_MARKS: ReadonlySet<Mark> = new Set();
const INK = '#000000';
/** Relative to the surrounding text size. */
const SCRIPT_SIZE = 0.7;
const RISE = { sup: 0.35, sub: -0.15 } as const;

export function piecesOf(inlines: readonly Inline[], style: TextStyle): Piece[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'break') return textPieces('\n', style);
    if (inline.kind !== 'text') return piecesOf(inline.children, style);
    return textPieces(
      inline.text,
      style,
      new Set(MARK_TAGS.filter((_tag, bit) => (inline.marks >> bit) & 1)),
    );
  });
}

/** White space other than line feeds becomes a space, because a tab has no width on paper. */
export function textPieces(text: string, style: TextStyle, marks: ReadonlySet<Mark> = NO_MARKS): Piece[] {
  const isScript = marks.has('sup') || marks.has('sub');
  const shared = {
    size: isScript ? style.size * SCRIPT_SIZE : style.size,
    rise: style.size * (marks.has('sup') ? RISE.sup : marks.has('sub') ? RISE.sub : 0),
    colour: style.colour ?? INK,
    isUnderlined: marks.has('u'),
    isStruck: marks.has('s'),
    isHighlighted: marks.has('mark'),
  };
  const font = fontOf(style, marks);
  return text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .flatMap((part) =>
      part === '\n'
        ? [{ ...shared, text: part, font }]
        : fontRuns(printable(part), font).map((run) => ({ ...shared, ...run })),
    );
}

function printable(text: string): string {
  // Removes characters that only control layout, which fonts lack.
  return text.replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '').replaceAll(/[\s\p{Cc}]/gu, ' ');
}

function fontOf({ face, isBold = false }: TextStyle, marks: ReadonlySet<Mark>): FontName {
  if (face === 'mono' || marks.has('code')) return 'mono';
  const bold = isBold || marks.has('strong');
  if (face === 'sans') return bold ? 'sansBold' : 'sans';
  if (marks.has('em')) return bold ? 'serifBoldItalic' : 'serifItalic';
  return bold ? 'serifBold' : 'serif';
}
