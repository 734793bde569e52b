/** Selects words for spell checking: no abbreviations in capitals, units, codes or addresses. */
import { trimEndOf } from '#records/trim-end.ts';

export interface SpelledWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}’'-]*/gu;
const ADDRESS = /\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gu;
const UNITS = new Set(
  'mm cm ml mg kg mgy gy kv kvp ma mas hu hz khz mhz msv sv mci mbq ms min sec ng dl iu mmhg bpm vol µg ug'.split(
    ' ',
  ),
);
/** Length of the longest word that is checked; longer ones are no words. */
const WORD_MAX_CHARS = 100;

export function wordsToSpellCheck(text: string): SpelledWord[] {
  const addresses = Array.from(
    text.matchAll(ADDRESS),
    ({ 0: match, index }) => [index, index + match.length] as const,
  );
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: match, index }) => {
    const word = trimEndOf(match, /['’-]/);
    if (word.length < 2 || word.length > WORD_MAX_CHARS || /\p{N}/u.test(word)) return [];
    // Capitals alone, or within a word, mark abbreviations and product names.
    if (/\p{Lu}/u.test(word.slice(1).replaceAll(/-\p{Lu}/gu, ''))) return [];
    if (UNITS.has(word.toLowerCase())) return [];
    if (addresses.some(([from, to]) => index >= from && index < to)) return [];
    // Part of a number with its unit, or of a code.
    if (/[\p{N}_/]$/u.test(text.slice(0, index))) return [];
    return [{ text: word, from: index, to: index + word.length }];
  });
}
