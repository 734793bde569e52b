/**
 * Text as search sees it, in the vault and in every interface: case, diacritics and what nobody sees (soft hyphens,
 * zero-width spaces) aside, words by their beginning.
 */

/** Letters that carry their mark inside, which no decomposition takes off; ß folds as Unicode's case folding has it. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};

const ASCII_ONLY = /^[\x20-\x7e\n]*$/;

/** Case and diacritics folded, as people look for names: what is indexed and what is looked for go through here alike. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðħłþŧıς]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** The folded words of a text, in order. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether every wanted word begins some word of the text. Both are folded. */
export function matchesAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((prefix) => words.some((word) => word.startsWith(prefix)));
}
