/** Finds the sentences of a report that have the searched words, and marks these. */

import { TEXT_MATCHES_MAX } from '#contract/limits.ts';
import type { TextMatch } from '#contract/search/text-matches.ts';
import type { TextTerm } from '#server/storage/search/text-columns.ts';
import type { ReportSentence } from './report-sentences.ts';
import { type PlacedWord, placedWords } from './sentences.ts';

type Mark = [from: number, to: number];

/** The sentences with the most terms, in the order of the report; empty unless the report has every term. */
export function matchSentences(
  sentences: readonly ReportSentence[],
  terms: readonly TextTerm[],
): TextMatch[] {
  const found = new Set<TextTerm>();
  const matching = sentences.flatMap(({ column, section, text }, at) => {
    const words = placedWords(text);
    const marks: Mark[] = [];
    let count = 0;
    for (const term of terms) {
      if (term.column !== null && term.column !== column) continue;
      const ofTerm = marksOf(words, term);
      if (ofTerm.length === 0) continue;
      found.add(term);
      count += 1;
      marks.push(...ofTerm);
    }
    return count === 0 ? [] : [{ at, count, match: { section, text, marks: joined(marks) } }];
  });
  if (found.size < terms.length) return [];
  const best = matching.sort((a, b) => b.count - a.count || a.at - b.at).slice(0, TEXT_MATCHES_MAX);
  return best.sort((a, b) => a.at - b.at).map(({ match }) => match);
}

function marksOf(words: readonly PlacedWord[], term: TextTerm): Mark[] {
  return words.flatMap((first, at) => {
    const last = words[at + term.words.length - 1];
    if (last === undefined || !beginsHere(words, at, term)) return [];
    return [[first.from, last.to]];
  });
}

function beginsHere(
  words: readonly PlacedWord[],
  at: number,
  { words: wanted, isPrefix }: TextTerm,
): boolean {
  return wanted.every((word, offset) => {
    const written = words[at + offset]?.word ?? '';
    return isPrefix && offset === wanted.length - 1 ? written.startsWith(word) : written === word;
  });
}

/** Marks in order, overlapping ones as one. */
function joined(marks: readonly Mark[]): Mark[] {
  const sorted = [...marks].sort((a, b) => a[0] - b[0]);
  const result: Mark[] = [];
  for (const [from, to] of sorted) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
