/** Starts servers as child processes, so that load and measured server never share a thread. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildCommandLine } from '#scripts/build/build.ts';

const root = join(import.meta.dirname, '..', '..');

export interface ChildServer {
  readonly url: string;
  /** Port of `srvault serve --dicom-port`. */
  readonly dicomPort: number | undefined;
  /** Resident memory of the process in bytes (Linux only; 0 elsewhere). */
  readonly rssBytes: () => number;
  /** Resident memory including the processes it started. */
  readonly familyRssBytes: () => number;
  /** CPU time of its main thread so far, in milliseconds (Linux only; 0 elsewhere). */
  readonly mainThreadMs: () => number;
  /** CPU time of all its threads so far, in milliseconds. */
  readonly processMs: () => number;
  readonly stop: () => Promise<void>;
}

/** Large pages for memory and for Node's own code, as the launcher sets; the bare server uses them too. */
const GLIBC_TUNABLES = 'glibc.malloc.hugetlb=1';
const CODE_IN_LARGE_PAGES = '--use-largepages=silent';

/** Starts the vault's bundle as shipped: `srvault serve`, without rate limit. */
export async function startVault(dataDir: string, more: readonly string[] = []): Promise<ChildServer> {
  await buildCommandLine();
  return start(['dist/main/srvault.js', 'serve', '--data', dataDir, '--port', '0', ...more]);
}

export interface WatchedServer extends ChildServer {
  /** Longest turn of its event loop since the last call. */
  readonly longestTurnMs: () => Promise<number>;
}

/** Starts the vault with `event-loop/event-loop-probe.ts` loaded. */
export async function startWatchedVault(
  dataDir: string,
  more: readonly string[] = [],
): Promise<WatchedServer> {
  const watch = join(import.meta.dirname, 'event-loop', 'event-loop-probe.ts');
  await buildCommandLine();
  const child = spawnServer(
    ['--import', watch, 'dist/main/srvault.js', 'serve', '--data', dataDir, '--port', '0', ...more],
    true,
  );
  const server = await whenListening(child);
  return {
    ...server,
    async longestTurnMs() {
      const answered = once(child, 'message');
      child.send('longest');
      const [ms] = await answered;
      return Number(ms);
    },
    stop() {
      child.disconnect();
      return server.stop();
    },
  };
}

/** Starts the bare server of `peers/baseline-server.ts` with the vault's certificates. */
export function startBaseline(pkiDir: string, workDir: string): Promise<ChildServer> {
  return start(['lanes/bench/peers/baseline-server.ts', pkiDir, workDir]);
}

function start(args: readonly string[]): Promise<ChildServer> {
  return whenListening(spawnServer(args));
}

function spawnServer(args: readonly string[], isAsked = false): ChildProcess {
  const child = spawn(process.execPath, [CODE_IN_LARGE_PAGES, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', ...(isAsked ? (['ipc'] as const) : [])],
    env: { GLIBC_TUNABLES, ...process.env, SRVAULT_RATE_LIMIT: 'off' },
  });
  // Kill the child if the benchmark fails, so that no server is left running.
  const end = () => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

async function whenListening(child: ChildProcess): Promise<ChildServer> {
  const { url, dicomPort } = await listening(child);
  return {
    url,
    dicomPort,
    rssBytes: () => rssOf(child.pid),
    familyRssBytes: () =>
      [child.pid, ...childrenOf(child.pid)].reduce<number>((sum, pid) => sum + rssOf(pid), 0),
    mainThreadMs: () => threadMsOf(`/proc/${child.pid}/task/${child.pid}/schedstat`),
    processMs: () => processMsOf(child.pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function listening(child: ChildProcess): Promise<Pick<ChildServer, 'url' | 'dicomPort'>> {
  if (!child.stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const event: unknown = JSON.parse(line);
    const fields = new Map<string, unknown>(Object.entries(event ?? {}));
    const [url, port] = [fields.get('url'), fields.get('dicom_port')];
    if (typeof url === 'string') return { url, dicomPort: typeof port === 'number' ? port : undefined };
  }
  throw new Error('The server ended before it listened.');
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the CPU time of all threads of a process so far (Linux only; 0 elsewhere). */
export function processMsOf(pid: number | undefined): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    const [user, system] = afterName.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}

const NS_PER_MS = 1e6;

/** Returns the CPU time of one thread, which Linux counts in nanoseconds. */
function threadMsOf(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]) / NS_PER_MS;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number | undefined): number[] {
  try {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return ids === '' ? [] : ids.split(' ').map(Number);
  } catch {
    return [];
  }
}

function rssOf(pid: number | undefined): number {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(match?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
