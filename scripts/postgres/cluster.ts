/**
 * A PostgreSQL of a run's own, for tests and benchmarks: one cluster in a temporary folder, at a free port of this
 * computer, gone with the process that started it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';

/** Where Debian puts the newest version, which are not on the PATH. */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const newestFirst = readdirSync(root).toSorted((left, right) => Number(right) - Number(left));
  // The clients alone lie there too.
  return newestFirst
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export const POSTGRES_PROGRAMS = findPrograms();

export interface PostgresCluster {
  /** Of a database in it. */
  readonly url: (database: string) => string;
  readonly port: number;
  readonly folder: string;
  /** All of its processes at once, without a word: what the disk holds is all there is. */
  readonly crash: () => void;
  /** Again, after a crash; answers when it takes connections. */
  readonly start: () => void;
  /** A copy on a port of its own that follows this one, under a name its `synchronous_standby_names` may hold. */
  readonly follow: (name: string) => Promise<PostgresCluster>;
  /** A copy that followed takes writes from now on. */
  readonly promote: () => void;
  readonly stop: () => void;
}

/** PostgreSQL refuses to run as root: then it is its own user's. */
export const asUser: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

function run(program: string, ...options: readonly string[]): void {
  const [command = program, ...rest] = [...asUser, join(POSTGRES_PROGRAMS ?? '', program), ...options];
  execFileSync(command, rest, { stdio: 'ignore', cwd: '/' });
}

/** The cluster is no child of this process: where that is killed, the end of this pipe stops it. */
function stopAfterThisProcess(folder: string, data: string): void {
  const command = [...asUser, join(POSTGRES_PROGRAMS ?? '', 'pg_ctl'), 'stop', '--mode=immediate'];
  const script = 'cat > /dev/null; "$@" > /dev/null 2>&1; rm -rf "$0"';
  spawn('sh', ['-c', script, folder, ...command, '--pgdata', data], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  }).unref();
}

/** Folder of a cluster that was made and never started, told to the processes of a run. */
const MADE = 'SRVAULT_MADE_POSTGRES';

/** For a runner's set-up: from here on clusters are copies of one, which costs a fifteenth. The answer is its tear-down. */
export function shareMadeCluster(): () => void {
  if (POSTGRES_PROGRAMS === undefined) return () => undefined;
  const folder = makeFolder();
  process.env[MADE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** @throws where PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresCluster> {
  const folder = process.env[MADE];
  return startCluster(folder === undefined ? makeCluster : (data) => copyCluster(madeIn(folder), data));
}

function makeCluster(data: string): void {
  run(
    'initdb',
    '--pgdata',
    data,
    '--username=vault',
    '--auth=trust',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  );
}

/** Made by whoever asks first. */
function madeIn(folder: string): string {
  const made = join(folder, 'made');
  if (existsSync(made)) return made;
  const own = join(folder, `of-${process.pid}`);
  makeCluster(own);
  try {
    renameSync(own, made);
  } catch {
    // Another process was quicker.
    rmSync(own, { recursive: true, force: true });
  }
  return made;
}

function copyCluster(from: string, to: string): void {
  const [command = 'cp', ...rest] = [...asUser, 'cp', '-a', from, to];
  execFileSync(command, rest, { stdio: 'ignore', cwd: '/' });
}

/** Where PostgreSQL may write, which is another user where this one is root. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-postgres-'));
  if (asUser.length > 0) execFileSync('chown', ['postgres:postgres', folder]);
  chmodSync(folder, 0o755);
  return folder;
}

async function startCluster(make: (data: string) => void): Promise<PostgresCluster> {
  if (POSTGRES_PROGRAMS === undefined) throw new Error('PostgreSQL is not installed');
  const folder = makeFolder();
  const data = join(folder, 'data');
  make(data);
  stopAfterThisProcess(folder, data);
  const port = await freePort();
  const settings = `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c max_connections=60`;
  let isRunning = false;
  function start(): void {
    run('pg_ctl', 'start', '--wait', '--pgdata', data, '--log', join(folder, 'log'), '--options', settings);
    isRunning = true;
  }
  function crash(): void {
    if (isRunning) run('pg_ctl', 'stop', '--mode=immediate', '--pgdata', data);
    isRunning = false;
  }
  start();
  return {
    url: (database) => `postgres://vault@127.0.0.1:${port}/${database}`,
    port,
    folder,
    crash,
    start,
    follow: (name) =>
      startCluster((copy) =>
        run(
          'pg_basebackup',
          '--pgdata',
          copy,
          '--write-recovery-conf',
          '--checkpoint=fast',
          '--dbname',
          `postgres://vault@127.0.0.1:${port}/?application_name=${name}`,
        ),
      ),
    promote: () => run('pg_ctl', 'promote', '--wait', '--pgdata', data),
    stop() {
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL in a database of the cluster; its answer, unaligned. */
export function psql(url: string, sql: string): string {
  const command = join(POSTGRES_PROGRAMS ?? '', 'psql');
  return execFileSync(command, ['--no-psqlrc', '-qtAX', '-c', sql, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim();
}
