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
  onLauncherGone(process.env, () => stop.abort());
  // A reader that went away (`srvault … | head`) is no error.
  process.stdout.on('error', () => process.exit(EXIT.ok));

  const context: CliContext = {
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => process.stdout.write(text),
    stdoutBytes: (bytes, done) => void process.stdout.write(bytes, done),
    stderr: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
    signal: stop.signal,
  };

  process.exitCode = await runCommandLine(process.argv.slice(2), context);
  // A prompt leaves stdin open.
  process.stdin.unref?.();
}
