/**
 * Line ends as other programs write them: vertical tab, form feed, NEL, U+2028, U+2029. No text shows them, and two numbers
 * with one between them would stand as one.
 */
const OTHER_LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

export function plainLineEnds(text: string): string {
  return text.replaceAll(OTHER_LINE_ENDS, '\n');
}

/** For a place that holds one line. */
export function asOneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/g, ' ');
}
