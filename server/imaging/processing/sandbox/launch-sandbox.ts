/**
 * Starts a sandbox as a child process under Node's permission model: it may read the code, but not write, start
 * processes, or see our environment. The pool uses only `Launcher`, so the desktop can pass one for Electron's utility
 * processes.
 * Source: https://nodejs.org/api/permissions.html
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromSandbox, ToSandbox } from './sandbox-messages.ts';

/** `killed`: ended by a signal we did not send, as the memory limit does. */
export type SandboxEnd = 'killed' | 'crashed';

export interface SandboxChild {
  /** Resolves when the pipe has accepted it. */
  readonly send: (message: ToSandbox) => Promise<void>;
  readonly onMessage: (listener: (message: FromSandbox) => void) => void;
  readonly onEnd: (listener: (end: SandboxEnd) => void) => void;
  /** Processor time since its start; absent where the system does not report it. */
  readonly workedMs?: () => number | undefined;
  /** Ends it at once; the child cannot delay this. */
  readonly kill: () => void;
}

export type Launcher = () => SandboxChild;

/** Global, because an installed application's command line is a bundle of its own. */
const HOST_LAUNCHER = Symbol.for('sealed-records-vault/launch-sandbox');

/** Sets how sandboxes are started, for a program that cannot start itself as a child. */
export function setHostLauncher(launch: Launcher): void {
  Reflect.set(globalThis, HOST_LAUNCHER, launch);
}

/** Uses the launcher that was set, else a child of this Node. */
export function launchSandbox(): SandboxChild {
  const host: Launcher | undefined = Reflect.get(globalThis, HOST_LAUNCHER);
  return host === undefined ? launchChild() : host();
}

const HEAP_MAX_MIB = 512;
const entry = new URL('./sandbox-main.ts', import.meta.url);

/** V8's exit code when its heap is full. */
const ABORT_EXIT_CODE = 134;

/** Starts a child process. @param program entry point of the child. */
export function launchChild(program: URL = entry): SandboxChild {
  const child = fork(program, [], {
    execArgv: [
      ...permissions(program),
      `--max-old-space-size=${HEAP_MAX_MIB}`,
      '--expose-gc',
      '--disable-warning=SecurityWarning',
    ],
    // One malloc arena, because decoders allocate large blocks and several arenas return less memory to the system.
    env: { MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  giveWay(child.pid);
  // Ignored, because a broken pipe means the process ended, and the exit event reports that.
  child.on('error', () => undefined);
  return {
    send: (message) =>
      new Promise((resolve) => {
        if (!child.connected) resolve();
        else child.send(message, () => resolve());
      }),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) =>
      void child.once('exit', (code, signal) =>
        listener(
          signal === 'SIGKILL' || signal === 'SIGABRT' || code === ABORT_EXIT_CODE ? 'killed' : 'crashed',
        ),
      ),
    workedMs: () => workedMs(child.pid),
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * Reads Linux's processor time, in hundredths of a second. Source: proc_pid_stat(5), fields 14 and 15, behind a name in
 * brackets.
 */
function workedMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return undefined;
  }
}

/** Lowers the child's priority, because requests and modalities come before renditions. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the system forbids it: the priority stays.
  }
}

/** Allows native code for sharp, and a worker for the memory limit. */
function permissions(program: URL): string[] {
  const readable = [...codeFolders(), fileURLToPath(program)].map((path) => `--allow-fs-read=${path}`);
  return ['--permission', ...readable, '--allow-addons', '--allow-worker'];
}

function codeFolders(): string[] {
  const sharpFile = fileURLToPath(import.meta.resolve('sharp'));
  const modules = sharpFile.slice(0, sharpFile.lastIndexOf(`${sep}node_modules${sep}`));
  const here = dirname(fileURLToPath(entry));
  // Bundled code is two folders below the package, sources four.
  const isBundled = entry.pathname.endsWith('.js');
  const root = isBundled ? join(here, '..', '..') : join(here, '..', '..', '..', '..');
  const sources = ['server/imaging/processing', 'lib/dicom', 'lib/contract'].map(
    (folder) => join(root, folder) + sep,
  );
  return [
    join(modules, 'node_modules') + sep,
    join(root, 'package.json'),
    ...(isBundled ? [here + sep] : sources),
  ];
}
