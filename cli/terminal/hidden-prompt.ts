/**
 * Asks for secrets on the terminal without echo. Raw mode lasts from before the first question until after the last
 * answer, so that early typing is not shown either.
 */
import type { CliContext } from '#cli/context.ts';
import { APIUserAbortError } from '#sdk/errors.ts';

/** Input typed after the requested line, used for the next question. */
const typedAhead = new WeakMap<CliContext['stdin'], string>();
/** Number of open questions; the last one restores the terminal. */
const askers = new WeakMap<CliContext['stdin'], number>();

/** Keeps the terminal hidden across several questions of one command. */
export async function withHiddenInput<T>({ stdin }: CliContext, ask: () => Promise<T>): Promise<T> {
  const before = askers.get(stdin) ?? 0;
  askers.set(stdin, before + 1);
  if (before === 0) setRawMode(stdin, true);
  try {
    return await ask();
  } finally {
    askers.set(stdin, (askers.get(stdin) ?? 1) - 1);
    if (before === 0) setRawMode(stdin, false);
  }
}

/**
 * Asks a question and reads the answer without echo. @throws APIUserAbortError at Ctrl+C, or if the process must
 * end meanwhile.
 */
export function promptHidden(context: CliContext, question: string): Promise<string> {
  return withHiddenInput(context, async () => {
    context.stderr(question);
    try {
      return await readLine(context);
    } finally {
      context.stderr('\n');
    }
  });
}

async function readLine({ stdin, signal }: CliContext): Promise<string> {
  const typed = new Line();
  const ahead = typed.take(typedAhead.get(stdin) ?? '');
  typedAhead.set(stdin, ahead ?? '');
  if (ahead !== undefined) return typed.text;
  const giveUp = () => {
    setRawMode(stdin, false);
    stdin.destroy(new APIUserAbortError());
  };
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  stdin.setEncoding('utf8');
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      const rest = typed.take(String(chunk));
      if (rest === undefined) continue;
      typedAhead.set(stdin, rest);
      break;
    }
    return typed.text;
  } catch (error) {
    // The terminal was closed, so no answer will come.
    throw error instanceof Error && 'code' in error && error.code === 'EIO' ? new APIUserAbortError() : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Line buffer that edits like the terminal: Ctrl+U and Ctrl+W delete, and keys without text add none. */
class Line {
  text = '';
  /** State within an escape sequence of an arrow or function key: after ESC, or after ESC and a bracket. */
  #key: 'begun' | 'named' | undefined;

  /** Adds typed input. @returns the input after the end of the line; undefined if the line is not complete. */
  take(chunk: string): string | undefined {
    const chars = [...chunk];
    for (const [at, char] of chars.entries()) {
      if (this.#isOfKey(char)) continue;
      if (char === '\r' || char === '\n' || char === '\u0004') {
        const isPair = char === '\r' && chars[at + 1] === '\n';
        return chars.slice(at + (isPair ? 2 : 1)).join('');
      }
      // In raw mode Ctrl+C arrives as a character instead of a signal.
      if (char === '\u0003') throw new APIUserAbortError();
      this.#edit(char);
    }
    return undefined;
  }

  #isOfKey(char: string): boolean {
    const before = this.#key;
    // A control character ends the sequence, because the Esc key alone sends nothing more.
    if (before === undefined || /\p{Cc}/u.test(char)) {
      this.#key = char === '\u001B' ? 'begun' : undefined;
      return this.#key !== undefined;
    }
    if (before === 'begun') this.#key = char === '[' || char === 'O' ? 'named' : undefined;
    else this.#key = char >= '@' && char <= '~' ? undefined : 'named';
    return true;
  }

  #edit(char: string): void {
    if (char === '\u007F' || char === '\b') this.text = [...this.text].slice(0, -1).join('');
    else if (char === '\u0015') this.text = '';
    else if (char === '\u0017') this.text = this.text.replace(/\S*\s*$/u, '');
    else if (char === '\t' || !/\p{Cc}/u.test(char)) this.text += char;
  }
}

function setRawMode(stdin: CliContext['stdin'], on: boolean): void {
  if ('setRawMode' in stdin && typeof stdin.setRawMode === 'function') stdin.setRawMode(on);
}
