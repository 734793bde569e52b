/** The process of a command line: signals and streams in, exit code out. */
import type { CliContext } from '#cli/context.ts';
import { EXIT, exitCodeOf } from '#cli/exit-codes.ts';
import { runCommandLine } from '#cli/program.ts';
import { onParentExit } from './exit-with-parent.ts';
import { describeSystemError } from './system-error.ts';

export async function runProcess(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // The second time nobody wants to wait for a tidy end.
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort();
    });
  }
  // The terminal was closed, or the connection to it lost. It comes from the kernel and once more from the shell, and
  // nobody is there to be impatient.
  process.on('SIGHUP', () => stop.abort());
  onParentExit(process.env, () => stop.abort());
  const output = watchOutput(stop);
  // A terminal that is gone takes nothing any more, and keeps nobody from clearing up.
  process.stderr.on('error', () => undefined);

  const context: CliContext = {
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => process.stdout.write(text),
    stdoutBytes: (bytes, done) => void process.stdout.write(bytes, done),
    stderr: (text) => (output.isLost() ? undefined : process.stderr.write(text)),
    isInteractive: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
    columns: () => process.stderr.columns,
    signal: stop.signal,
  };

  const exitCode = await runCommandLine(process.argv.slice(2), context);
  process.exitCode ??= exitCode;
  // A prompt leaves stdin open.
  process.stdin.unref?.();
}

/** What nobody reads any more is not made for longer. */
const END_WITHIN_MS = 5_000;

/**
 * A reader that went away (`srvault … | head`) is no error. What could not be written (`srvault … > file` on a full disk)
 * is one, whatever became of the command: the file there is not whole.
 */
function watchOutput(stop: AbortController): { readonly isLost: () => boolean } {
  let isLost = false;
  process.stdout.on('error', (error) => {
    // Where all of it ends already, it ends tidily.
    if (isLost || stop.signal.aborted) return;
    isLost = true;
    process.exitCode = EXIT.ok;
    if (!('code' in error && error.code === 'EPIPE')) {
      const plain = describeSystemError(error);
      process.exitCode = exitCodeOf(plain);
      const why = plain instanceof Error ? plain.message : '';
      process.stderr.write(`srvault: what was printed is not whole: ${why}\n`);
    }
    stop.abort();
    setTimeout(() => process.exit(), END_WITHIN_MS).unref();
  });
  return { isLost: () => isLost };
}
