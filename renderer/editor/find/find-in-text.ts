/**
 * Matches of a query in a text as a reader sees it: in any case, a space of any kind for a space, and past characters
 * nobody sees (soft hyphens, zero-width joiners and spaces).
 */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const SPACE = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const HYPHEN = /[\u2010\u2011]/;

interface FoldedText {
  readonly text: string;
  /** Of each character of the folded text, the place it stands at in the original. */
  readonly places: readonly number[];
}

export function findInText(text: string, query: string): TextMatch[] {
  const wanted = fold(query).text;
  if (wanted === '') return [];
  const { text: folded, places } = fold(text);
  const matches: TextMatch[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const last = places[at + wanted.length - 1] ?? 0;
    matches.push({ from: places[at] ?? 0, to: last + 1 });
  }
  return matches;
}

function fold(text: string): FoldedText {
  const places: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (UNSEEN.test(char)) continue;
    const shown = SPACE.test(char) ? ' ' : HYPHEN.test(char) ? '-' : char.toLocaleLowerCase();
    folded += shown;
    for (let each = 0; each < shown.length; each += 1) places.push(at);
  }
  return { text: folded, places };
}
