/** Splits a line of a report into sentences, in any language, and each into words with their positions. */
import { foldText } from '#records/folded-text.ts';

/** A word as searched, and where it is written. */
export interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const END = /[.!?…]+["'»”)\]]*\s+(?=["'«„“(]?[\p{Lu}\p{Lo}\d])/gu;
/**
 * Ends of a sentence: a word of three letters or more, or a measured unit. A shorter one is mostly an abbreviation, a
 * number alone an ordinal.
 */
const ENDING = /(?:\p{L}{3,}|\d\s*[\p{L}%°²³]{1,3}|[%)\]"»”])$/u;
const ABBREVIATED = /(?:^|[\s(])(?:prof|approx|bzw|ggf|evtl|sog|env|aprox|vgl|max|min|resp|fig|abb)$/iu;
const WORD = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const PART = /[\p{L}\p{N}]+/gu;

export function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of line.matchAll(END)) {
    const before = line.slice(start, index);
    if (!ENDING.test(before) || ABBREVIATED.test(before)) continue;
    sentences.push(line.slice(start, index + end.length).trim());
    start = index + end.length;
  }
  const rest = line.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** The words as the index has them: without case and diacritics. One written word may give two, as ½. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { index, 0: written } of text.matchAll(WORD)) {
    const place = { from: index, to: index + written.length };
    for (const [word] of foldText(written).matchAll(PART)) words.push({ word, ...place });
  }
  return words;
}
