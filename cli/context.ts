/** Environment of a command: streams, environment variables and the abort signal. Tests provide their own. */
import type { Readable } from 'node:stream';

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: (text: string) => void;
  /** Writes binary content; calls `done` when the stream has accepted it. */
  readonly stdoutBytes: (bytes: Uint8Array, done: (error?: Error | null) => void) => void;
  readonly stderr: (text: string) => void;
  /** True if stderr is a terminal; only then is progress drawn. */
  readonly isInteractive: boolean;
  /** Returns the terminal's present width; undefined if unknown. */
  readonly columns?: () => number | undefined;
  readonly signal: AbortSignal;
}

/** Options of every command. */
export interface OutputOptions {
  readonly json?: boolean;
}

/** Prints the result: one JSON document with `--json`, else the text of `human`. */
export function printResult<T>(
  context: CliContext,
  { json }: OutputOptions,
  result: T,
  human: (result: T) => string,
): void {
  context.stdout(`${json ? JSON.stringify(result) : human(result)}\n`);
}

/** Formats data that is edited and sent back: the output of `get` is input of `update`. */
export const asDocument = (value: unknown): string => JSON.stringify(value, null, 2);

export function warn(context: CliContext, message: string): void {
  context.stderr(`srvault: ${message}\n`);
}
