/**
 * The passphrase of a person: from a file, from `SRVAULT_PASSPHRASE`, or asked for on the terminal; never
 * from the command line, where every process of the machine could read it.
 * Source: choices, "Command line `srvault`".
 */
import { readFileSync, statSync } from 'node:fs';
import { APIUserAbortError } from '#sdk/errors.ts';
import { type CliContext, warn } from '../context.ts';
import { UsageError } from '../exit-codes.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/** @throws UsageError when there is none and nobody to ask, or two entries differ. */
export async function readPassphrase(
  context: CliContext,
  options: PassphraseOptions,
  { confirm = false }: { confirm?: boolean } = {},
): Promise<string> {
  if (options.passphraseFile !== undefined) return fromFile(context, options.passphraseFile);
  const fromEnvironment = context.env['SRVAULT_PASSPHRASE'];
  if (fromEnvironment) return fromEnvironment;
  if (!context.stdin.isTTY) {
    throw new UsageError('Give the passphrase with --passphrase-file, or in SRVAULT_PASSPHRASE.');
  }
  const passphrase = await ask(context, 'Passphrase: ');
  if (confirm && (await ask(context, 'Once more: ')) !== passphrase) {
    throw new UsageError('The two passphrases differ.');
  }
  return passphrase;
}

function fromFile(context: CliContext, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      warn(context, `${path} may be read by others; run: chmod 600 ${path}`);
    }
  } catch {
    throw new UsageError(`The passphrase file ${path} cannot be read.`);
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new UsageError(`The passphrase file ${path} is empty.`);
  return passphrase;
}

/** Asks on stderr and reads one line without showing it. */
async function ask(context: CliContext, question: string): Promise<string> {
  const { stdin } = context;
  context.stderr(question);
  stdin.setEncoding('utf8');
  setRawMode(stdin, true);
  try {
    let line = '';
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const char of String(chunk)) {
        if (char === '\r' || char === '\n') return line;
        // In raw mode Ctrl+C is a character and no signal.
        if (char === '\u0003') throw new APIUserAbortError();
        if (char === '\u0004') return line;
        line = char === '\u007F' || char === '\b' ? line.slice(0, -1) : line + char;
      }
    }
    return line;
  } finally {
    setRawMode(stdin, false);
    context.stderr('\n');
  }
}

function setRawMode(stdin: CliContext['stdin'], on: boolean): void {
  if ('setRawMode' in stdin && typeof stdin.setRawMode === 'function') stdin.setRawMode(on);
}
