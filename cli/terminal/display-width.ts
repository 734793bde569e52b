/** Computes how many terminal cells a text takes. */

/** Blocks of Unicode's East Asian Width W and F; emoji take two cells too. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Ignores control characters, which never reach the terminal. */
export function displayWidth(text: string): number {
  let cells = 0;
  for (const char of text.normalize('NFC')) cells += widthOf(char);
  return cells;
}

/** Shortens a text with «…» if it does not fit. */
export function shortened(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  let kept = '';
  let left = cells - 1;
  for (const char of text.normalize('NFC')) {
    left -= widthOf(char);
    if (left < 0) break;
    kept += char;
  }
  return cells < 1 ? '' : `${kept}…`;
}

function widthOf(char: string): number {
  if (NO_WIDTH.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
