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
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðħłþŧıς]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}
