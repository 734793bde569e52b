/**
 * Questions on the terminal whose answers are never shown. Raw mode is on before the first question is written and until
 * the last is answered: a program that answers at once, or a person who types ahead, is not shown either.
 */
import type { CliContext } from '#cli/context.ts';
import { APIUserAbortError } from '#sdk/errors.ts';

/** What was typed behind the line that was asked for: it answers what is asked next. */
const typedAhead = new WeakMap<CliContext['stdin'], string>();
/** How many are asking: the terminal is given back by the last. */
const askers = new WeakMap<CliContext['stdin'], number>();

/** For a command that asks for several secrets in a row. */
export async function unseen<T>({ stdin }: CliContext, ask: () => Promise<T>): Promise<T> {
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

/** @throws APIUserAbortError at Ctrl+C, and when the process is told to end while nobody answers. */
export function askUnseen(context: CliContext, question: string): Promise<string> {
  return unseen(context, async () => {
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
    // The terminal is gone: nobody will answer.
    throw error instanceof Error && 'code' in error && error.code === 'EIO' ? new APIUserAbortError() : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** As the terminal itself would keep it: Ctrl+U and Ctrl+W take back, and keys that write nothing write nothing. */
class Line {
  text = '';
  /** Inside what an arrow or a function key sends: behind ESC, and behind ESC with a bracket. */
  #key: 'begun' | 'named' | undefined;

  /** @returns what is left behind the end of the line; undefined where its end is not there yet. */
  take(chunk: string): string | undefined {
    const chars = [...chunk];
    for (const [at, char] of chars.entries()) {
      if (this.#isOfKey(char)) continue;
      if (char === '\r' || char === '\n' || char === '\u0004') {
        const isPair = char === '\r' && chars[at + 1] === '\n';
        return chars.slice(at + (isPair ? 2 : 1)).join('');
      }
      // In raw mode Ctrl+C is a character and no signal.
      if (char === '\u0003') throw new APIUserAbortError();
      this.#edit(char);
    }
    return undefined;
  }

  #isOfKey(char: string): boolean {
    const before = this.#key;
    // The Esc key alone sends no more: what ends the line behind it does so all the same.
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
