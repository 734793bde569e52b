/** Comma or point: the mark a text writes its decimals with. Dates, lists of numbers and names of versions do not count. */
export type DecimalMark = ',' | '.';

/** `RECIST 1.1`, `PI-RADS 2.1`, `version 1.2`: names, whatever the language. */
const VERSION_BEFORE = /(?:recist|rads|version|v)[\s\u00A0]*$/i;
/** Three digits behind the mark may be thousands and say nothing. */
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

/** The mark that comes first in the text; undefined without a decimal. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  return decimalsOf(text).keys().next().value;
}
