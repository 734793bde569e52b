/**
 * What TypeScript would not let pass: whoever writes plain JavaScript may hand in anything, and is told in words what is
 * wanted instead of what its use would throw.
 */

/** @throws TypeError with these words unless it is so */
export function assertGiven(isSo: boolean, words: string): void {
  if (!isSo) throw new TypeError(words);
}

/** Neither null nor a list. */
export function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
