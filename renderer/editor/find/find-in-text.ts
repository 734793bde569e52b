/**
 * Finds a query in text as a reader sees it. Ignores case, kinds of space and invisible characters (soft
 * hyphens, zero-width joiners and spaces). Composed and decomposed letters are equal: é as one character or
 * two, ﬁ as f and i.
 */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

export interface FindOptions {
  readonly matchCase?: boolean;
  /** Matches only where neither a letter nor a digit is adjacent. */
  readonly wholeWords?: boolean;
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const SPACE = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const HYPHEN = /[\u2010\u2011]/;
/** Ligatures and full-width forms, compared as the letters they represent. */
const JOINED = /[\ufb00-\ufb06\uff01-\uff5e]/;
/** A letter with its combining marks and invisible characters counts as one letter. */
const LETTERS = /\P{M}(?:\p{Default_Ignorable_Code_Point}*\p{M})*|\p{M}+/gsu;

interface FoldedText {
  readonly text: string;
  /** Index in the original text where each folded character's letter starts. */
  readonly places: readonly number[];
  /** Index in the original text where each folded character's letter ends. */
  readonly ends: readonly number[];
}

export function findInText(
  text: string,
  query: string,
  { matchCase = false, wholeWords = false }: FindOptions = {},
): TextMatch[] {
  const wanted = fold(query, matchCase).text;
  if (wanted === '') return [];
  const { text: folded, places, ends } = fold(text, matchCase);
  const matches: TextMatch[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    if (wholeWords && !isWhole(folded, at, at + wanted.length)) continue;
    matches.push({ from: places[at] ?? 0, to: ends[at + wanted.length - 1] ?? 0 });
  }
  return matches;
}

const IN_WORD = /[\p{L}\p{N}]/u;

function isWhole(text: string, from: number, to: number): boolean {
  return !IN_WORD.test(text[from - 1] ?? '') && !IN_WORD.test(text[to] ?? '');
}

function fold(text: string, matchCase: boolean): FoldedText {
  const places: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const shown = matchCase ? shownAs(letter) : shownAs(letter).toLocaleLowerCase();
    folded += shown;
    for (let each = 0; each < shown.length; each += 1) {
      places.push(index);
      ends.push(index + letter.length);
    }
  }
  return { text: folded, places, ends };
}

/** Normalises a letter for comparison; empty for invisible characters. */
function shownAs(letter: string): string {
  const seen = letter.replaceAll(new RegExp(UNSEEN, 'gu'), '').normalize('NFC');
  if (seen === '') return '';
  if (SPACE.test(seen)) return ' ';
  if (HYPHEN.test(seen)) return '-';
  return JOINED.test(seen) ? seen.normalize('NFKC') : seen;
}
