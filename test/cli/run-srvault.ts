/**
 * Runs the command line as a child process, as a shell does, from the shipped bundle, which starts in a third of the
 * CPU time of the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildCommandLine } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

await buildCommandLine();
/** Arguments for Node, for tests that start the process themselves. */
export const SRVAULT = join(ROOT, 'dist', 'main', 'srvault.js');

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export function startSrvault(args: readonly string[], { env = {} }: RunOptions = {}): ChildProcess {
  const { SRVAULT_PROFILE: _profile, SRVAULT_PASSPHRASE: _passphrase, ...inherited } = process.env;
  return spawn(process.execPath, [SRVAULT, ...args], {
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export async function srvault(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = startSrvault(args, options);
  child.stdin?.end(options.input ?? '');
  const [stdout, stderr, [exitCode]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode, stdout, stderr };
}

/** Returns the JSON document of a `--json` run. Fails if stdout has anything else. */
export function documentOf(run: Run) {
  const lines = run.stdout.split('\n');
  if (lines.length !== 2 || lines[1] !== '')
    throw new Error(`not one JSON document: ${run.stdout} ${run.stderr}`);
  return JSON.parse(lines[0] ?? '');
}

export async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += chunk;
  return text;
}
