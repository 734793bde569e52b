/**
 * The underlines of left and right, by the highlight registry: the text itself stays as it is. Ranges are fixed
 * ones, set anew with the block they stand in, so that the page does not have to move them with each key.
 */
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';
import type { Side } from '#report/checks/laterality/laterality-terms.ts';
import type { SidePart } from './laterality-counts.ts';

/** A word where it stands in the page. */
export interface ShownWord {
  readonly sides: readonly Side[];
  readonly range: AbstractRange;
}

export type Underline = 'side-left' | 'side-right' | 'side-both' | 'side-wrong';

const UNDERLINES: readonly Underline[] = ['side-left', 'side-right', 'side-both', 'side-wrong'];

export interface SideHighlights {
  readonly put: (key: string, part: SidePart, words: readonly ShownWord[]) => void;
  readonly drop: (key: string) => void;
  /** Every word again, by what contradicts now. */
  readonly judge: (mismatches: readonly SideMismatch[]) => void;
  readonly clear: () => void;
}

export function createSideHighlights(): SideHighlights {
  const blocks = new Map<string, { readonly part: SidePart; readonly words: readonly ShownWord[] }>();
  const shown = new Map(UNDERLINES.map((name) => [name, new Highlight()] as const));
  for (const [name, highlight] of shown) CSS.highlights.set(name, highlight);
  let judged: readonly SideMismatch[] = [];
  const show = (part: SidePart, words: readonly ShownWord[]): void => {
    for (const { sides, range } of words) shown.get(underlineOf(part, sides, judged))?.add(range);
  };
  const drop = (key: string): void => {
    for (const { range } of blocks.get(key)?.words ?? [])
      for (const highlight of shown.values()) highlight.delete(range);
    blocks.delete(key);
  };
  return {
    put: (key, part, words) => {
      drop(key);
      if (words.length === 0) return;
      blocks.set(key, { part, words });
      show(part, words);
    },
    drop,
    judge: (mismatches) => {
      judged = mismatches;
      for (const highlight of shown.values()) highlight.clear();
      for (const { part, words } of blocks.values()) show(part, words);
    },
    clear: () => {
      blocks.clear();
      for (const [name, highlight] of shown)
        if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name);
    },
  };
}

/** How a word of that part is underlined: alike in the title, the findings and the impression. */
export function underlineOf(
  part: SidePart | 'title',
  sides: readonly Side[],
  mismatches: readonly SideMismatch[],
): Underline {
  if (mismatches.some((mismatch) => isWrong(part, sides, mismatch))) return 'side-wrong';
  if (sides.length > 1) return 'side-both';
  return sides[0] === 'right' ? 'side-right' : 'side-left';
}

/** A word that says what another part does not, and the words it is held against. */
function isWrong(part: SidePart | 'title', sides: readonly Side[], mismatch: SideMismatch): boolean {
  const { side, against } = mismatch;
  if (part === mismatch.part) return sides.includes(side);
  const isAgainst = against === 'text' ? part !== 'title' : part === against;
  return isAgainst && !sides.includes(side);
}
