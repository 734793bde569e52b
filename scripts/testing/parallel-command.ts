/**
 * A command of `npm test` that runs in parallel with others. Its output is buffered until its turn, then printed, so
 * that output never mixes.
 */
import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

export interface Stage {
  readonly command: string;
  /** Prints the command's output. @returns true if it succeeded; false also if it could not start. */
  readonly tell: (out?: NodeJS.WritableStream) => Promise<boolean>;
  /**
   * Same as `tell`, but prints only lines for which `isShown` is true. After a failure it also prints the last of the
   * others.
   */
  readonly tellLines: (isShown: (line: string) => boolean, out?: NodeJS.WritableStream) => Promise<boolean>;
  /** Prints one line, and the command's output only if it failed. @returns as `tell` */
  readonly prove: (out?: NodeJS.WritableStream) => Promise<boolean>;
}

const HIDDEN_LINES_MAX = 40;

/** Starts the command at once. */
export function startStage(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Stage {
  const line = [command, ...args].join(' ');
  const held: Buffer[] = [];
  const startedAt = performance.now();
  let say = (chunk: Buffer): unknown => held.push(chunk);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Request colours explicitly, because output goes through a pipe.
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => say(chunk));
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      say(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  const tellTo = (out: NodeJS.WritableStream, write: (chunk: Buffer) => unknown) => {
    out.write(`\n> ${line}\n`);
    for (const chunk of held.splice(0)) write(chunk);
    say = write;
    return ended;
  };
  return {
    command: line,
    tell: (out = process.stdout) => tellTo(out, (chunk) => out.write(chunk)),
    async tellLines(isShown, out = process.stdout) {
      const decoder = new StringDecoder('utf8');
      const hidden: string[] = [];
      let rest = '';
      const take = (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const said of lines)
          if (isShown(said)) out.write(`${said}\n`);
          else if (hidden.push(said) > HIDDEN_LINES_MAX) hidden.shift();
      };
      const ok = await tellTo(out, (chunk) => take(decoder.write(chunk)));
      if (rest !== '') take('\n');
      if (!ok && hidden.length > 0) out.write(`Besides, it printed last:\n${hidden.join('\n')}\n`);
      return ok;
    },
    async prove(out = process.stdout) {
      const ok = await ended;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      out.write(`${ok ? '✓' : '✗'} ${line} (${seconds} s)\n`);
      if (!ok) for (const chunk of held.splice(0)) out.write(chunk);
      return ok;
    },
  };
}
