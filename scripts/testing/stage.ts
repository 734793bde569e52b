/**
 * A command of `npm test` that runs beside others: a test waits about as long as it works, and so does a stage.
 * Who reads sees one after the other all the same: a stage says nothing before it is told, then all it has said,
 * then the rest as it comes.
 */
import { spawn } from 'node:child_process';

export interface Stage {
  readonly command: string;
  /** Prints what the command said and says. @returns true when it ended well; false too where it could not start. */
  readonly tell: (out?: NodeJS.WritableStream) => Promise<boolean>;
  /** Prints one line, and what the command said only where it ended badly. @returns as `tell` */
  readonly prove: (out?: NodeJS.WritableStream) => Promise<boolean>;
}

/** Starts at once. */
export function startStage(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Stage {
  const line = [command, ...args].join(' ');
  const held: Buffer[] = [];
  const startedAt = performance.now();
  let say = (chunk: Buffer): unknown => held.push(chunk);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A pipe has no colours unless they are asked for.
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
  return {
    command: line,
    tell(out = process.stdout) {
      out.write(`\n> ${line}\n`);
      for (const chunk of held.splice(0)) out.write(chunk);
      say = (chunk) => out.write(chunk);
      return ended;
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
