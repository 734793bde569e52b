/**
 * Underlines contradicting left and right through the highlight registry, without changing the text. Ranges
 * are static and replaced with their block, so the browser need not update them with each key.
 */
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';
import type { Side } from '#report/checks/laterality/laterality-terms.ts';
import type { SidePart } from './laterality-counts.ts';

/** A word and its range in the page. */
export interface ShownWord {
  readonly sides: readonly Side[];
  readonly range: AbstractRange;
}

export type Underline = 'side-left' | 'side-right' | 'side-both' | 'side-wrong';

const UNDERLINES: readonly Underline[] = ['side-left', 'side-right', 'side-both', 'side-wrong'];

export interface SideHighlights {
  readonly put: (key: string, part: SidePart, words: readonly ShownWord[]) => void;
  readonly drop: (key: string) => void;
  /** Updates every underline by the present mismatches. */
  readonly judge: (mismatches: readonly SideMismatch[]) => void;
  readonly clear: () => void;
}

export function createLateralityHighlights(): SideHighlights {
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

/** Returns the underline of a word, by the same rule in title, findings and impression. */
export function underlineOf(
  part: SidePart | 'title',
  sides: readonly Side[],
  mismatches: readonly SideMismatch[],
): Underline {
  if (mismatches.some((mismatch) => isWrong(part, sides, mismatch))) return 'side-wrong';
  if (sides.length > 1) return 'side-both';
  return sides[0] === 'right' ? 'side-right' : 'side-left';
}

/** Returns true if the word names a side that the compared section does not. */
function isWrong(part: SidePart | 'title', sides: readonly Side[], mismatch: SideMismatch): boolean {
  const { side, against } = mismatch;
  if (part === mismatch.part) return sides.includes(side);
  const isAgainst = against === 'text' ? part !== 'title' : part === against;
  return isAgainst && !sides.includes(side);
}
