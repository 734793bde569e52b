/** Word-level difference of two texts, and their similarity. */
import { diffWordsWithSpace } from 'diff';

export type Change = 'same' | 'added' | 'removed';

export interface WordPart {
  readonly change: Change;
  readonly text: string;
  /** Bits of `MARK_TAGS`; absent for none. */
  readonly marks?: number;
}

/** Parts in reading order: `same` and `removed` form the text before, `same` and `added` the text after. */
export function diffWords(before: string, after: string): WordPart[] {
  if (before === after) return before === '' ? [] : [{ change: 'same', text: before }];
  return diffWordsWithSpace(before, after).map((part) => ({
    change: part.added ? 'added' : part.removed ? 'removed' : 'same',
    text: part.value,
  }));
}

/** Computes the similarity of two texts: the share of common words, 0 to 1. */
export function similarity(before: string, after: string): number {
  const wordsBefore = wordCounts(before);
  const wordsAfter = wordCounts(after);
  let common = 0;
  for (const [word, count] of wordsBefore) common += Math.min(count, wordsAfter.get(word) ?? 0);
  const total = sizeOf(wordsBefore) + sizeOf(wordsAfter);
  return total === 0 ? 1 : (2 * common) / total;
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of counts.values()) size += count;
  return size;
}
