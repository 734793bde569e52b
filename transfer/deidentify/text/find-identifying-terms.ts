/**
 * Finds words of a text that may identify a person. Certain ones are removed without asking; a person decides the rest.
 * Prefers asking too often: every capitalised word outside radiology and grammar is listed.
 * Source: 45 CFR 164.514(b)(2)(i), A to R.
 */
import { foldText } from '#records/folded-text.ts';
import { daysIn } from './dates-in-text.ts';
import type { KnownIdentifiers, Place } from './known-identifiers.ts';
import { isSafeTerm } from './safe-terms.ts';

export type WordReason = 'known' | 'contact' | 'date' | 'number' | 'age' | 'name' | 'capital';

export interface FoundWord extends Place {
  readonly reason: WordReason;
  /** True for words removed without asking. */
  readonly isCertain: boolean;
  /** Replacement of the word once removed. */
  readonly becomes: string;
}

const CONTACT =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|\b(?:https?:\/\/|www\.)\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}\b/giu;
/** Telephone and account numbers, and mixtures of letters with five or more digits. */
const NUMBER = /\+?\d(?:[\s()/-]{0,2}\d){6,}|\b(?=(?:[\p{L}_-]{0,64}\d){5})[\p{L}\p{N}][\p{L}\p{N}_-]*/gu;
const AGE = /\b(?:9\d|1[0-2]\d)(?=[\s-]*(?:years?\b|yrs?\b|y\/?o\b|y\b|jahre|jährig|jaehrig|-?j\.))/giu;
const TITLE = /\b(?:Drs?|Prof|Mrs?|Ms|Miss|Sir|Lady|Frau|Herrn?|PD|Sister|Schwester|Pfleger)\b\.?/gu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}’'-]*/gu;
const CAPITAL = /^\p{Lu}/u;

/**
 * Finds words that may identify a person, in order, not overlapping. @param day the exam's, `YYYY-MM-DD`, for
 * replacing dates.
 */
export function findIdentifyingTerms(text: string, known: KnownIdentifiers, day: string | null): FoundWord[] {
  const found: FoundWord[] = [];
  const add = (place: Place, reason: WordReason, isCertain: boolean, becomes: string) => {
    if (found.every(({ from, to }) => place.to <= from || place.from >= to))
      found.push({ ...place, reason, isCertain, becomes });
  };
  for (const place of matches(text, CONTACT)) add(place, 'contact', true, '[contact]');
  for (const place of known.find(text)) add(place, 'known', true, '[removed]');
  for (const { from, to, becomes } of daysIn(text, day)) add({ from, to }, 'date', false, becomes);
  for (const place of matches(text, AGE)) add(place, 'age', false, '90 or older');
  for (const place of matches(text, NUMBER)) add(place, 'number', false, '[number]');
  for (const run of capitalRuns(text)) add(run, run.isTitled ? 'name' : 'capital', false, '[removed]');
  return found.sort((a, b) => a.from - b.from);
}

function matches(text: string, pattern: RegExp): Place[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    from: index,
    to: index + match.trimEnd().length,
  }));
}

interface Run extends Place {
  readonly isTitled: boolean;
  /** True with more than titles and initials, which identify no one alone. */
  readonly isNamed: boolean;
}

/** Joins adjacent capitalised words, with a preceding title and initials. */
function capitalRuns(text: string): Run[] {
  const titles = matches(text, TITLE);
  const runs: Run[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const to = index + word.length;
    const isTitle = titles.some(({ from, to: end }) => index >= from && index < end);
    const last = runs.at(-1);
    const previous =
      last !== undefined && /^[ .\u00a0]{0,2}$/.test(text.slice(last.to, index)) ? last : undefined;
    const isInitial = word.length === 1 && CAPITAL.test(word) && text[to] === '.';
    // After a title even a common word is a name: Dr Stone.
    const isTitled = previous?.isTitled === true && !previous.isNamed && CAPITAL.test(word);
    const isName = !isTitle && !isInitial && (isTitled || isUnknown(word));
    if (!isTitle && !isInitial && !isName) continue;
    if (previous !== undefined) runs.pop();
    runs.push({
      from: previous?.from ?? index,
      to,
      isTitled: isTitle || previous?.isTitled === true,
      isNamed: isName || previous?.isNamed === true,
    });
  }
  return runs.filter(({ isNamed }) => isNamed);
}

function isUnknown(word: string): boolean {
  if (!CAPITAL.test(word)) return false;
  return word
    .split(/['’-]/)
    .some((part) => CAPITAL.test(part) && part.length > 1 && !isSafeTerm(foldText(part)));
}
