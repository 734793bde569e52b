/**
 * Removes characters from the end of a text in time that grows with its length. A pattern like `/x+$/` tries again at
 * each `x` of a run that does not end the text, which takes the square of the run's length.
 */

/** @param isRemoved tests one UTF-16 unit; must match single characters and have no flag `g`. */
export function trimEndOf(text: string, isRemoved: RegExp): string {
  let end = text.length;
  while (end > 0 && isRemoved.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
