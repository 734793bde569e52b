/** Reads the laterality of a title, and rewrites the title for another one. */
import { trimEndOf } from '#records/trim-end.ts';
import { findLateralityTerms, type Side, type SideWord } from './laterality-terms.ts';

export type TitleSide = Side | 'both' | 'none';

export function sideOfTitle(title: string): TitleSide {
  const said = new Set(findLateralityTerms(title).flatMap(({ sides }) => sides));
  if (said.size === 2) return 'both';
  return said.has('left') ? 'left' : said.has('right') ? 'right' : 'none';
}

/**
 * The title with that laterality: words of the opposite side are replaced if it names just that one; otherwise
 * laterality words are removed and `word` is appended.
 */
export function titleWithSide(title: string, side: TitleSide, word: string): string {
  const said = sideOfTitle(title);
  if (said === side) return title;
  const words = findLateralityTerms(title);
  const isTurned = (side === 'left' && said === 'right') || (side === 'right' && said === 'left');
  if (isTurned) return replaced(title, words, turned);
  const spaced = replaced(title, words, () => '')
    .replaceAll(/\s{2,}/g, ' ')
    .replaceAll(/\s([,;)])/g, '$1');
  const bare = trimEndOf(spaced, /[\s,;]/).replace(/^[\s,;]+/, '');
  return side === 'none' ? bare : [bare, word].filter(Boolean).join(', ');
}

function replaced(title: string, words: readonly SideWord[], by: (word: string) => string): string {
  let text = title;
  for (const { start, end } of words.toReversed())
    text = text.slice(0, start) + by(text.slice(start, end)) + text.slice(end);
  return text;
}

/** Pairs of opposite words, in the languages of `laterality-terms.ts`; suffixes stay. */
const TURNS: readonly (readonly [string, string])[] = [
  ['links', 'rechts'],
  ['linke', 'rechte'],
  ['gauche', 'droit'],
  ['izquierd', 'derech'],
  ['esquerd', 'direit'],
  ['left', 'right'],
  ['li.', 're.'],
  ['l.', 'r.'],
  ['lt', 'rt'],
];

function turned(word: string): string {
  const plain = word.toLowerCase();
  for (const [left, right] of TURNS)
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const)
      if (plain.startsWith(from)) return likeIn(word, to) + word.slice(from.length);
  return word;
}

/** Writes a word in the case of the replaced one. */
function likeIn(word: string, text: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return text.toUpperCase();
  const first = word.charAt(0);
  return first === first.toUpperCase() ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
