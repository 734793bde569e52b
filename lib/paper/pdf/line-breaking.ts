/** Breaks text into lines of a width: between words, and inside a word wider than a line. */
import type { Piece } from './styled-text.ts';

export interface PlacedPiece extends Piece {
  /** Position from the line's start, in points. */
  readonly x: number;
  readonly width: number;
}

export interface Line {
  readonly pieces: readonly PlacedPiece[];
  readonly width: number;
}

export type Measure = (piece: Piece) => number;

/** An unbreakable unit: the parts of a word with several styles, or white space. */
interface Word {
  readonly parts: readonly { readonly piece: Piece; readonly width: number }[];
  readonly width: number;
  readonly kind: 'word' | 'space' | 'break';
}

/** Breaks pieces of text into lines of a width; at least one line. */
export function breakLines(pieces: readonly Piece[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let open: Word[] = [];
  let used = 0;
  const close = (): void => {
    while (open.at(-1)?.kind === 'space') open.pop();
    lines.push(lineOf(open, measure));
    open = [];
    used = 0;
  };
  for (const word of wordsOf(pieces, measure).flatMap((each) => narrowed(each, width, measure))) {
    if (word.kind === 'break') {
      close();
      continue;
    }
    if (word.kind === 'space' && open.length === 0) continue;
    if (word.kind === 'word' && used + word.width > width && open.length > 0) close();
    open.push(word);
    used += word.width;
  }
  // A break at the end of a block opens no further line.
  if (open.length > 0 || lines.length === 0) close();
  return lines;
}

/** Width of the widest word, and of the whole text on one line. */
export function widthsOf(pieces: readonly Piece[], measure: Measure): { least: number; most: number } {
  let [least, most, line] = [0, 0, 0];
  for (const { kind, width } of wordsOf(pieces, measure)) {
    line = kind === 'break' ? 0 : line + width;
    most = Math.max(most, line);
    if (kind === 'word') least = Math.max(least, width);
  }
  return { least, most };
}

function wordsOf(pieces: readonly Piece[], measure: Measure): Word[] {
  const words: { kind: Word['kind']; parts: { piece: Piece; width: number }[]; width: number }[] = [];
  for (const piece of pieces) {
    for (const text of piece.text.match(/\n| +|[^ \n]+/g) ?? []) {
      const kind = text === '\n' ? 'break' : text.startsWith(' ') ? 'space' : 'word';
      const part = { ...piece, text };
      const width = kind === 'break' ? 0 : measure(part);
      const last = words.at(-1);
      if (kind === 'word' && last?.kind === 'word') {
        last.parts.push({ piece: part, width });
        last.width += width;
      } else words.push({ kind, parts: [{ piece: part, width }], width });
    }
  }
  return words;
}

/** Splits a word wider than a line. */
function narrowed(word: Word, width: number, measure: Measure): Word[] {
  if (word.kind !== 'word' || word.width <= width) return [word];
  const cut: Word[] = [];
  let parts: { piece: Piece; width: number }[] = [];
  let used = 0;
  const close = (): void => {
    if (parts.length > 0) cut.push({ kind: 'word', parts, width: used });
    parts = [];
    used = 0;
  };
  for (const { piece } of word.parts) {
    for (const char of piece.text) {
      const one = { ...piece, text: char };
      const charWidth = measure(one);
      if (used + charWidth > width) close();
      parts.push({ piece: one, width: charWidth });
      used += charWidth;
    }
  }
  close();
  return cut;
}

/** Joins adjacent pieces of one style, so that text search finds words with their spaces. */
function lineOf(words: readonly Word[], measure: Measure): Line {
  const joined: Piece[] = [];
  for (const { piece } of words.flatMap(({ parts }) => parts)) {
    const last = joined.at(-1);
    if (last && isSameStyle(last, piece))
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  let x = 0;
  const pieces = joined.map((piece) => {
    const placed = { ...piece, x, width: measure(piece) };
    x += placed.width;
    return placed;
  });
  return { pieces, width: x };
}

function isSameStyle(a: Piece, b: Piece): boolean {
  return (
    a.actual === undefined &&
    b.actual === undefined &&
    a.font === b.font &&
    a.size === b.size &&
    a.rise === b.rise &&
    a.colour === b.colour &&
    a.isUnderlined === b.isUnderlined &&
    a.isStruck === b.isStruck &&
    a.isHighlighted === b.isHighlighted
  );
}
