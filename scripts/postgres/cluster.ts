/**
 * Starts a PostgreSQL cluster for tests and benchmarks, in a temporary folder at a free port. Ends with the process
 * that started it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';

/** Finds Debian's newest version, which is not on the PATH. */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const newestFirst = readdirSync(root).toSorted((left, right) => Number(right) - Number(left));
  // Skip versions of which only the clients are installed.
  return newestFirst
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export const POSTGRES_PROGRAMS = findPrograms();

export interface PostgresCluster {
  /** URL of a database in the cluster. */
  readonly url: (database: string) => string;
  readonly port: number;
  readonly folder: string;
  /** Kills all its processes at once, so that only data on disk remains. */
  readonly crash: () => void;
  /** Starts again after a crash; returns when it accepts connections. */
  readonly start: () => void;
  /** Creates a standby on its own port, under a name usable in `synchronous_standby_names`. */
  readonly follow: (name: string) => Promise<PostgresCluster>;
  /** Promotes a standby, which then accepts writes. */
  readonly promote: () => void;
  readonly stop: () => void;
}

/** Runs as another user, because PostgreSQL refuses to run as root. */
export const asUser: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

function run(program: string, ...options: readonly string[]): void {
  const [command = program, ...rest] = [...asUser, join(POSTGRES_PROGRAMS ?? '', program), ...options];
  execFileSync(command, rest, { stdio: 'ignore', cwd: '/' });
}

/** Stops the cluster through the end of a pipe if this process is killed, because it is not a child. */
function stopAfterThisProcess(folder: string, data: string): void {
  const command = [...asUser, join(POSTGRES_PROGRAMS ?? '', 'pg_ctl'), 'stop', '--mode=immediate'];
  const script = 'cat > /dev/null; "$@" > /dev/null 2>&1; rm -rf "$0"';
  spawn('sh', ['-c', script, folder, ...command, '--pgdata', data], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  }).unref();
}

/** Environment variable with the folder of a prepared cluster, shared by the processes of a run. */
const MADE = 'SRVAULT_MADE_POSTGRES';

/**
 * Prepares one cluster to copy, which costs a fifteenth of creating each. Called by a runner's set-up; returns its
 * tear-down.
 */
export function shareMadeCluster(): () => void {
  if (POSTGRES_PROGRAMS === undefined) return () => undefined;
  const folder = makeFolder();
  process.env[MADE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Starts a PostgreSQL cluster. @throws if PostgreSQL is not installed. */
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

/** Creates the prepared cluster on first use. */
function madeIn(folder: string): string {
  const made = join(folder, 'made');
  if (existsSync(made)) return made;
  const own = join(folder, `of-${process.pid}`);
  makeCluster(own);
  try {
    renameSync(own, made);
  } catch {
    // Another process created it first.
    rmSync(own, { recursive: true, force: true });
  }
  return made;
}

function copyCluster(from: string, to: string): void {
  const [command = 'cp', ...rest] = [...asUser, 'cp', '-a', from, to];
  execFileSync(command, rest, { stdio: 'ignore', cwd: '/' });
}

/** Creates a folder PostgreSQL may write to, as another user if this one is root. */
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

/** Runs SQL in a database; returns its unaligned output. */
export function psql(url: string, sql: string): string {
  const command = join(POSTGRES_PROGRAMS ?? '', 'psql');
  return execFileSync(command, ['--no-psqlrc', '-qtAX', '-c', sql, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim();
}
