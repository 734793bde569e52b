/**
 * Folds text for search, in the vault and in every interface: ignores case, diacritics and invisible characters (soft
 * hyphens, zero-width spaces); words match by their beginning.
 */

/** Letters that Unicode does not decompose; ß follows Unicode's case folding. */
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

/** Folds case and diacritics; used for indexed and searched text alike. */
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

/** True when every wanted word begins some word of the text. Both must be folded. */
export function matchesAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((prefix) => words.some((word) => word.startsWith(prefix)));
}
