/** Finds where a text matches a search: at the beginnings of its words. */
import { foldText } from '#records/folded-text.ts';

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Splits a text into parts with matches marked; the parts joined equal the text. */
export function highlightMatches(text: string, wanted: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/gu)) {
    const prefix = wanted
      .filter((word) => foldText(match[0]).startsWith(word))
      .sort((a, b) => b.length - a.length)[0];
    if (!prefix) continue;
    const end = match.index + prefixLength(match[0], prefix);
    if (match.index > from) parts.push({ text: text.slice(from, match.index), marked: false });
    parts.push({ text: text.slice(match.index, end), marked: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), marked: false });
  return parts;
}

/** Returns the number of UTF-16 units of `word` that fold to `prefix`. */
function prefixLength(word: string, prefix: string): number {
  for (let length = 1; length <= word.length; length += 1) {
    if (foldText(word.slice(0, length)).length >= prefix.length && !/^\p{M}/u.test(word.slice(length)))
      return length;
  }
  return word.length;
}
