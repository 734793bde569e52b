/** Collects the lines of a text within a limit. */

/** Thrown when an object has more text or more content items than the limit. */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';
}

export interface TextLines {
  /** Adds a line, indented by two spaces a level. @throws TextTooLongError */
  readonly add: (level: number, line: string) => void;
  /** Adds an empty line unless the text begins or the last line is empty. */
  readonly gap: () => void;
  readonly text: () => string;
}

const INDENT = '  ';
/** Deeper items keep this indentation, so that lines stay readable. */
const LEVELS_MAX = 12;

/** @param maxChars length of the complete text. */
export function createTextLines(maxChars: number): TextLines {
  const lines: string[] = [];
  let chars = 0;
  const push = (line: string) => {
    chars += line.length + 1;
    if (chars > maxChars) throw new TextTooLongError();
    lines.push(line);
  };
  return {
    add: (level, line) => push(INDENT.repeat(Math.min(level, LEVELS_MAX)) + line),
    gap() {
      if (lines.length > 0 && lines.at(-1) !== '') push('');
    },
    text: () => `${lines.join('\n').trimEnd()}\n`,
  };
}
