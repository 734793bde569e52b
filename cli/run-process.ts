/** The process of a command line: signals and streams in, exit code out. */
import type { CliContext } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { onLauncherGone } from './launcher-gone.ts';
import { runCommandLine } from './program.ts';

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
  onLauncherGone(process.env, () => stop.abort());
  process.stdout.on('error', () => {
    // A reader that went away (`srvault … | head`) is no error; where all of it ends, it ends tidily.
    if (!stop.signal.aborted) process.exit(EXIT.ok);
  });
  // A terminal that is gone takes nothing any more, and keeps nobody from clearing up.
  process.stderr.on('error', () => undefined);

  const context: CliContext = {
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => process.stdout.write(text),
    stdoutBytes: (bytes, done) => void process.stdout.write(bytes, done),
    stderr: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
    columns: () => process.stderr.columns,
    signal: stop.signal,
  };

  process.exitCode = await runCommandLine(process.argv.slice(2), context);
  // A prompt leaves stdin open.
  process.stdin.unref?.();
}
