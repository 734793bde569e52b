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
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

class Line {
  text = '';

  /** @returns what is left behind the end of the line; undefined where its end is not there yet. */
  take(chunk: string): string | undefined {
    const chars = [...chunk];
    for (const [at, char] of chars.entries()) {
      if (char === '\r' || char === '\n' || char === '\u0004') {
        const isPair = char === '\r' && chars[at + 1] === '\n';
        return chars.slice(at + (isPair ? 2 : 1)).join('');
      }
      // In raw mode Ctrl+C is a character and no signal.
      if (char === '\u0003') throw new APIUserAbortError();
      this.text =
        char === '\u007F' || char === '\b' ? [...this.text].slice(0, -1).join('') : this.text + char;
    }
    return undefined;
  }
}

function setRawMode(stdin: CliContext['stdin'], on: boolean): void {
  if ('setRawMode' in stdin && typeof stdin.setRawMode === 'function') stdin.setRawMode(on);
}
