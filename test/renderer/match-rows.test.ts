import { describe, expect, test } from 'vitest';
import { differingPieces } from '#renderer/screens/worklist/unmatched-studies/diff-characters.ts';

const marked = (text: string, other: string) =>
  differingPieces(text, other)
    .map((piece) => (piece.differs ? `[${piece.text}]` : piece.text))
    .join('');

describe('differingPieces', () => {
  test.each([
    ['Kastellano', 'Kastellan', 'Kastellan[o]'],
    ['00482-117', '482117', '[00]482[-]117'],
    ['Mirela', 'Mirella', 'Mire[l]a'],
    ['same', 'SAME', 'same'],
    ['', 'sent', ''],
    ['19 Mar 1967', '14 Mar 1961', '1[9] Mar 196[7]'],
  ])('marks what %s has beside %s', (text, other, expected) => {
    expect(marked(text, other)).toBe(expected);
  });
});
