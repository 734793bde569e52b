/** Detects whether a text writes decimals with comma or point. Dates, number lists and version names do not count. */
export type DecimalMark = ',' | '.';

/** `RECIST 1.1`, `PI-RADS 2.1`, `version 1.2`: names in any language. */
const VERSION_BEFORE = /(?:recist|rads|version|v)[\s\u00A0]*$/i;
/** Three digits after the mark may be thousands, so they do not count. */
const DECIMAL = /(?<![\d.,:])\d+([.,])(?:\d{1,2}|\d{4,})(?![\d.,]*\d)/g;

/** The first number written with each mark. */
export function decimalsOf(text: string): ReadonlyMap<DecimalMark, string> {
  const found = new Map<DecimalMark, string>();
  for (const match of text.matchAll(DECIMAL)) {
    const mark = match[1] === ',' ? ',' : '.';
    if (!VERSION_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index)) && !found.has(mark))
      found.set(mark, match[0]);
    if (found.size === 2) break;
  }
  return found;
}

/** The first decimal mark in the text; undefined without a decimal. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  return decimalsOf(text).keys().next().value;
}
