/** Run-time checks of arguments for callers in JavaScript, with a clear message instead of a later error. */

/** Requires that a condition is true. @throws TypeError with this message */
export function assertGiven(isSo: boolean, words: string): void {
  if (!isSo) throw new TypeError(words);
}

/** Returns true for an object that is not an array. */
export function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
