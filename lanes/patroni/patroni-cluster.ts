/**
 * Test cluster of PostgreSQL under Patroni, as clinics run it: synchronous members and etcd, on this computer. Ends
 * with the process that started it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#lanes/cluster-failures/standby.ts';
import { freePort } from '#scripts/free-port.ts';
import { asUser, POSTGRES_PROGRAMS, psql } from '#scripts/postgres/cluster.ts';
import { type Ports, settingsOf } from './member-settings.ts';

const [PATRONI, ETCD] = ['/usr/bin/patroni', '/usr/bin/etcd'];
const ANSWER_MAX_MS = 2000;
/** Longest start: `initdb` and two copies of it, on a busy machine. */
const READY_MAX_MS = 180_000;

/** Missing programs of the Patroni lane; undefined if all are installed. */
export const PATRONI_MISSING =
  POSTGRES_PROGRAMS !== undefined && existsSync(PATRONI) && existsSync(ETCD)
    ? undefined
    : "Patroni, etcd or PostgreSQL is not installed here (Debian's patroni, etcd-server, postgresql).";

export interface PatroniMember {
  readonly name: string;
  readonly port: number;
  /** Kills PostgreSQL alone, with all its processes. */
  readonly killDatabase: () => void;
  /** Kills Patroni first, then PostgreSQL, like a power cut. */
  readonly kill: () => void;
  /** Freezes Patroni alone; PostgreSQL keeps running. */
  readonly freezePatroni: () => void;
  readonly thawPatroni: () => void;
  /** Starts the member again after a kill. */
  readonly start: () => void;
}

export interface PatroniCluster {
  readonly members: readonly PatroniMember[];
  /** URL of a database with every host. */
  readonly url: (database: string) => string;
  /** Leader as the responding members know it. @throws while there is none */
  readonly leader: () => Promise<PatroniMember>;
  /** Waits until all members run and one follows the leader synchronously. @returns the leader */
  readonly ready: () => Promise<PatroniMember>;
  /** Switches the leader as planned maintenance does. */
  readonly switchOver: (from: PatroniMember) => Promise<void>;
  readonly stop: () => void;
}

/** Member as reported by `GET /cluster`. */
interface Told {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Starts a PostgreSQL cluster under Patroni. @throws if a program is missing, or the cluster does not start. */
export async function startPatroni(size: number): Promise<PatroniCluster> {
  if (PATRONI_MISSING !== undefined) throw new Error(PATRONI_MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'srvault-patroni-'));
  chmodSync(folder, 0o755);
  removeAfterThisProcess(folder);
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = startEtcd(folderFor(folder, 'etcd'), etcdPort, peerPort);
  const members: (PatroniMember & { readonly api: string })[] = [];
  for (let n = 1; n <= size; n += 1) {
    const ports = { postgres: await freePort(), api: await freePort() };
    const name = `member${n}`;
    members.push({ ...memberAt(folderFor(folder, name), name, ports, etcdPort), api: apiOf(ports) });
  }

  /** Asks any responding member for the state of the cluster. */
  async function told(): Promise<readonly Told[]> {
    const answers = await Promise.allSettled(members.map(({ api }) => askApi(`${api}/cluster`)));
    const answered = answers.find((each) => each.status === 'fulfilled');
    if (answered === undefined) throw new Error('no member answers');
    return answered.value;
  }

  async function leader(): Promise<PatroniMember> {
    const leading = (await told()).find(({ role }) => role === 'leader');
    const member = members.find(({ name }) => name === leading?.name);
    if (member === undefined || leading?.state !== 'running') throw new Error('nobody leads');
    // Check the standby too, because a new leader may not be promoted yet.
    const isFollowing = psql(
      `postgres://vault@127.0.0.1:${member.port}/postgres`,
      'SELECT pg_is_in_recovery()',
    );
    if (isFollowing !== 'f') throw new Error('nobody takes writes');
    return member;
  }

  const ready = () =>
    eventually(async () => {
      const all = await told();
      const running = all.filter(({ state }) => state === 'running' || state === 'streaming');
      if (running.length !== members.length) throw new Error('not all run');
      if (!all.some(({ role }) => role === 'sync_standby')) throw new Error('nobody follows synchronously');
      return leader();
    }, performance.now() + READY_MAX_MS);

  const stop = (): void => {
    for (const member of members) member.kill();
    etcd.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
  try {
    for (const member of members) member.start();
    await ready();
  } catch (error) {
    stop();
    throw error;
  }
  return {
    members,
    url: (database) => `postgres://vault@${hosts}/${database}?target_session_attrs=read-write`,
    leader,
    ready,
    async switchOver(from) {
      const api = members.find(({ name }) => name === from.name)?.api;
      const answer = await fetch(`${api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name }),
      });
      if (!answer.ok) throw new Error(`Patroni did not switch over: ${answer.status}`);
    },
    stop,
  };
}

const apiOf = ({ api }: Ports): string => `http://127.0.0.1:${api}`;

async function askApi(url: string): Promise<readonly Told[]> {
  const answer: unknown = await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MAX_MS) })).json();
  return (answer as { readonly members: readonly Told[] }).members;
}

function folderFor(folder: string, name: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  if (asUser.length > 0) execFileSync('chown', ['postgres:postgres', own]);
  return own;
}

/** Writes its process id to a file, for cleaning up. */
function spawnIn(
  folder: string,
  program: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  const [command = 'sh', ...rest] = [
    ...asUser,
    ...['sh', '-c', `echo $$ > pid; exec "$@" >> log 2>&1`, 'sh', ...program],
  ];
  const child = spawn(command, rest, {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin', ...environment },
    // Detached, so that Ctrl C reaches only the lane.
    detached: true,
  });
  child.unref();
  return child;
}

function startEtcd(folder: string, port: number, peerPort: number): ChildProcess {
  const [url, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return spawnIn(folder, [
    ...[ETCD, '--name', 'one', '--data-dir', join(folder, 'data')],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `one=${peer}`,
    ],
  ]);
}

function memberAt(folder: string, name: string, ports: Ports, etcdPort: number): PatroniMember {
  const data = join(folder, 'data');
  const settings = join(folder, 'patroni.json');
  writeFileSync(settings, JSON.stringify(settingsOf({ folder, data, name }, ports, etcdPort)));
  let patroni: ChildProcess | undefined;

  function killDatabase(): void {
    const main = Number(readIfThere(join(data, 'postmaster.pid')).split('\n')[0]);
    if (!(main > 0)) return;
    const children = readIfThere(`/proc/${main}/task/${main}/children`).trim().split(' ').map(Number);
    for (const pid of [main, ...children]) if (pid > 0) killIfThere(pid);
  }

  function thawPatroni(): void {
    patroni?.kill('SIGCONT');
  }

  return {
    name,
    port: ports.postgres,
    killDatabase,
    kill() {
      patroni?.kill('SIGKILL');
      thawPatroni();
      patroni = undefined;
      killDatabase();
    },
    freezePatroni: () => void patroni?.kill('SIGSTOP'),
    thawPatroni,
    start() {
      patroni = spawnIn(folder, [PATRONI, settings], { LANG: 'C.UTF-8' });
    },
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

/** Stops the processes through the end of a pipe, because none is a child that ends with this process. */
function removeAfterThisProcess(folder: string): void {
  const script = `cat > /dev/null
    for each in "$0"/*/pid; do kill -9 "$(cat "$each")"; done 2> /dev/null
    for each in "$0"/*/data/postmaster.pid; do kill -9 "$(head -n 1 "$each")"; done 2> /dev/null
    rm -rf "$0"`;
  spawn('sh', ['-c', script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  }).unref();
}

/** Runs SQL at the leader. */
export async function askLeader(cluster: PatroniCluster, database: string, sql: string): Promise<string> {
  const { port } = await cluster.leader();
  return psql(`postgres://vault@127.0.0.1:${port}/${database}`, sql);
}
