/**
 * What a command may see of the process: its streams, its environment, the signal that says «stop».
 * Tests give their own.
 */
import type { Readable } from 'node:stream';

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: (text: string) => void;
  /** Content that is no text; `done` when the stream has taken it. */
  readonly stdoutBytes: (bytes: Uint8Array, done: (error?: Error | null) => void) => void;
  readonly stderr: (text: string) => void;
  /** Whether somebody looks at stderr: only then is anything drawn there. */
  readonly isInteractive: boolean;
  /** How wide the terminal is now; undefined where it does not say. */
  readonly columns?: () => number | undefined;
  readonly signal: AbortSignal;
}

/** Every command has this one. */
export interface OutputOptions {
  readonly json?: boolean;
}

/** The command's result: exactly one JSON document with `--json`, else what `human` says of it. */
export function printResult<T>(
  context: CliContext,
  { json }: OutputOptions,
  result: T,
  human: (result: T) => string,
): void {
  context.stdout(`${json ? JSON.stringify(result) : human(result)}\n`);
}

/** For what is data itself: a document as `get` prints it is changed and given to `update`. */
export const asDocument = (value: unknown): string => JSON.stringify(value, null, 2);

export function warn(context: CliContext, message: string): void {
  context.stderr(`srvault: ${message}\n`);
}
