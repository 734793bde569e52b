/** The side a title says, and the same title saying another one. */
import { findLateralityTerms, type Side, type SideWord } from './laterality-terms.ts';

export type TitleSide = Side | 'both' | 'none';

export function sideOfTitle(title: string): TitleSide {
  const said = new Set(findLateralityTerms(title).flatMap(({ sides }) => sides));
  if (said.size === 2) return 'both';
  return said.has('left') ? 'left' : said.has('right') ? 'right' : 'none';
}

/**
 * The title with that side: its words of the other side are turned where it says just that one; else they go and
 * `word` stands at its end.
 */
export function titleWithSide(title: string, side: TitleSide, word: string): string {
  const said = sideOfTitle(title);
  if (said === side) return title;
  const words = findLateralityTerms(title);
  const isTurned = (side === 'left' && said === 'right') || (side === 'right' && said === 'left');
  if (isTurned) return replaced(title, words, turned);
  const bare = replaced(title, words, () => '')
    .replaceAll(/\s+([,;)])/g, '$1')
    .replaceAll(/\s{2,}/g, ' ')
    .replaceAll(/[\s,;]+$/g, '')
    .replaceAll(/^[\s,;]+/g, '');
  return side === 'none' ? bare : [bare, word].filter(Boolean).join(', ');
}

function replaced(title: string, words: readonly SideWord[], by: (word: string) => string): string {
  let text = title;
  for (const { start, end } of words.toReversed())
    text = text.slice(0, start) + by(text.slice(start, end)) + text.slice(end);
  return text;
}

/** What one side is called where the other stood, in the languages of `side-words.ts`; what follows it stays. */
const TURNS: readonly (readonly [string, string])[] = [
  ['links', 'rechts'],
  ['linke', 'rechte'],
  ['gauche', 'droit'],
  ['izquierd', 'derech'],
  ['esquerd', 'direit'],
  ['left', 'right'],
  ['li.', 're.'],
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

/** In the case of the word it replaces. */
function likeIn(word: string, text: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return text.toUpperCase();
  const first = word.charAt(0);
  return first === first.toUpperCase() ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
