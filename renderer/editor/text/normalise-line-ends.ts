/**
 * Normalises unusual line ends: vertical tab, form feed, NEL, U+2028, U+2029. They are invisible, so two
 * numbers around one would read as one number.
 */
const OTHER_LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

export function plainLineEnds(text: string): string {
  return text.replaceAll(OTHER_LINE_ENDS, '\n');
}

/** Replaces line ends by spaces, for a place with one line. */
export function asOneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/g, ' ');
}
