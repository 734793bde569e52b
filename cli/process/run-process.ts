/** Runs the command line as a process: signals, streams and the exit code. */
import type { CliContext } from '#cli/context.ts';
import { EXIT, exitCodeOf } from '#cli/exit-codes.ts';
import { runCommandLine } from '#cli/program.ts';
import { onParentExit } from './exit-with-parent.ts';
import { describeSystemError } from './system-error.ts';

export async function runProcess(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A second signal ends at once.
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort();
    });
  }
  // The terminal was closed. The signal arrives from the kernel and the shell, so a repeated one is not impatience.
  process.on('SIGHUP', () => stop.abort());
  onParentExit(process.env, () => stop.abort());
  const output = watchOutput(stop);
  // Ignore errors of a closed terminal, so that cleaning up continues.
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
  // A prompt would keep stdin, and so the process, open.
  process.stdin.unref?.();
}

/** Time limit for finishing after the reader of the output has gone. */
const END_WITHIN_MS = 5_000;

/**
 * Watches stdout. A reader that closes early (`srvault … | head`) is no error. A failed write (`srvault … > file` on
 * a full disk) is one, even if the command succeeded, because the file is incomplete.
 */
function watchOutput(stop: AbortController): { readonly isLost: () => boolean } {
  let isLost = false;
  process.stdout.on('error', (error) => {
    // Let the command end in order if it is already ending.
    if (isLost || stop.signal.aborted) return;
    isLost = true;
    process.exitCode = EXIT.ok;
    if (!('code' in error && error.code === 'EPIPE')) {
      const plain = describeSystemError(error);
      process.exitCode = exitCodeOf(plain);
      const why = plain instanceof Error ? plain.message : '';
      process.stderr.write(`srvault: the printed output is not complete: ${why}\n`);
    }
    stop.abort();
    setTimeout(() => process.exit(), END_WITHIN_MS).unref();
  });
  return { isLost: () => isLost };
}
