/** Marks the characters of a text that differ from another text, in order. */

export interface Piece {
  /** Index of the piece in the text. */
  readonly at: number;
  readonly text: string;
  readonly differs: boolean;
}

/** Length of the longest text compared letter by letter; differences in longer ones are not marked. */
const MAX_CHARS = 80;

/** Splits `text` into pieces. If it only lacks something of `other`, the letter before the gap is marked. */
export function differingPieces(text: string, other: string): Piece[] {
  if (text.length > MAX_CHARS || other.length > MAX_CHARS) return [{ at: 0, text, differs: text !== other }];
  const [letters, wanted] = [[...text], [...other]];
  const common = commonLetters(letters, wanted);
  const marks = letters.map((_, index) => !common.has(index));
  if (!marks.includes(true) && letters.length < wanted.length) {
    const gap = letters.findIndex((letter, index) => letter !== wanted[index]);
    marks[Math.max(0, (gap === -1 ? letters.length : gap) - 1)] = true;
  }
  return joined(letters, marks);
}

/** Returns the indices of a longest common subsequence. */
function commonLetters(letters: readonly string[], wanted: readonly string[]): Set<number> {
  const lengths = Array.from({ length: letters.length + 1 }, () => new Uint8Array(wanted.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const same = (i: number, j: number) => letters[i]?.toLowerCase() === wanted[j]?.toLowerCase();
  for (let i = letters.length - 1; i >= 0; i -= 1) {
    for (let j = wanted.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = new Set<number>();
  for (let i = 0, j = 0; i < letters.length && j < wanted.length; ) {
    if (same(i, j)) {
      common.add(i);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return common;
}

function joined(letters: readonly string[], marks: readonly boolean[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, letter] of letters.entries()) {
    const differs = marks[index] === true;
    const last = pieces.at(-1);
    if (last?.differs === differs) pieces[pieces.length - 1] = { ...last, text: last.text + letter };
    else pieces.push({ at: index, text: letter, differs });
  }
  return pieces;
}
