/** Text as search sees it: case and diacritics aside, words matched by their beginning. */

export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('æ', 'ae');
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether every wanted word begins some word of the text. `wanted` is folded. */
export function matchesAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((prefix) => words.some((word) => word.startsWith(prefix)));
}

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts a text into parts, the beginnings that matched marked. Length of the text is kept. */
export function markMatches(text: string, wanted: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const prefix = wanted
      .filter((word) => fold(match[0]).startsWith(word))
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

/** How many UTF-16 units of `word` fold to `prefix`. */
function prefixLength(word: string, prefix: string): number {
  for (let length = 1; length <= word.length; length += 1) {
    if (fold(word.slice(0, length)).length >= prefix.length && !/^\p{M}/u.test(word.slice(length)))
      return length;
  }
  return word.length;
}
