/**
 * Starts a sandbox as a child of this Node process under Node's permission model: it may read the code, and
 * neither write, nor start processes, nor see the environment of ours. `Launcher` is all the pool knows, so that the
 * desktop can hand in one that starts Electron's utility processes.
 * Source: https://nodejs.org/api/permissions.html
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromSandbox, ToSandbox } from './messages.ts';

/** `killed`: by a signal it did not get from us, which is what the memory limit looks like. */
export type SandboxEnd = 'killed' | 'crashed';

export interface SandboxChild {
  /** Resolves when the pipe has taken it. */
  readonly send: (message: ToSandbox) => Promise<void>;
  readonly onMessage: (listener: (message: FromSandbox) => void) => void;
  readonly onEnd: (listener: (end: SandboxEnd) => void) => void;
  /** Processor time since its start, where the system reports it for another process. */
  readonly workedMs?: () => number | undefined;
  /** At once; nothing it does can delay it. */
  readonly kill: () => void;
}

export type Launcher = () => SandboxChild;

/** Shared by every bundle of a process: the command line of an installed application is one of its own. */
const HOST_LAUNCHER = Symbol.for('sealed-records-vault/launch-sandbox');

/** Of a program that cannot start itself as a child: how sandboxes are started wherever nothing else is said. */
export function setHostLauncher(launch: Launcher): void {
  Reflect.set(globalThis, HOST_LAUNCHER, launch);
}

/** As the program around this one says; a child of this Node unless it says anything. */
export function launchSandbox(): SandboxChild {
  const host: Launcher | undefined = Reflect.get(globalThis, HOST_LAUNCHER);
  return host === undefined ? launchChild() : host();
}

const HEAP_MAX_MIB = 512;
const entry = new URL('./sandbox-main.ts', import.meta.url);

/** What V8 ends with when its heap is full. */
const ABORT_EXIT_CODE = 134;

/** @param program what runs in it. */
export function launchChild(program: URL = entry): SandboxChild {
  const child = fork(program, [], {
    execArgv: [
      ...permissions(program),
      `--max-old-space-size=${HEAP_MAX_MIB}`,
      '--expose-gc',
      '--disable-warning=SecurityWarning',
    ],
    // Decoders take and free large blocks; spread over many arenas of the C library fewer go back to the system.
    env: { MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  giveWay(child.pid);
  // A broken pipe is reported as the end of the process.
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

/** Of Linux, in hundredths of a second. Source: proc_pid_stat(5), fields 14 and 15, behind a name in brackets. */
function workedMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return undefined;
  }
}

/** Requests and modalities have priority over renditions. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it is as before.
  }
}

/** Native code is needed for sharp, a worker for the memory limit. */
function permissions(program: URL): string[] {
  const readable = [...codeFolders(), fileURLToPath(program)].map((path) => `--allow-fs-read=${path}`);
  return ['--permission', ...readable, '--allow-addons', '--allow-worker'];
}

function codeFolders(): string[] {
  const sharpFile = fileURLToPath(import.meta.resolve('sharp'));
  const modules = sharpFile.slice(0, sharpFile.lastIndexOf(`${sep}node_modules${sep}`));
  const here = dirname(fileURLToPath(entry));
  // Bundled, everything is in one folder two below the package; in the sources it is four below.
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
