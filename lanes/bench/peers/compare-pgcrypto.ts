/**
 * Measures PostgreSQL with pgcrypto, if installed: the same patients in rows encrypted by `pgp_sym_encrypt` with its
 * defaults. It does less than the vault: the database receives the key with every request, and rows can be exchanged
 * unnoticed.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readTlsFiles } from '#lanes/bench/bench-client.ts';
import { processMsOf } from '#lanes/bench/child-server.ts';
import type { Rate } from '#lanes/bench/http-load.ts';
import {
  asUser,
  POSTGRES_PROGRAMS,
  type PostgresCluster,
  psql,
  startPostgres,
} from '#scripts/postgres/cluster.ts';

const DATABASE = 'peer';
const KEY = 'bench: nine open umbrellas float';
const SEAL = { name: 'seal', text: 'UPDATE patients SET record = pgp_sym_encrypt($2, $3) WHERE id = $1' };
const OPEN = { name: 'open', text: 'SELECT pgp_sym_decrypt(record, $2) FROM patients WHERE id = $1' };
const INSERT = {
  name: 'insert',
  text: 'INSERT INTO patients (id, record) VALUES ($1, pgp_sym_encrypt($2, $3))',
};

interface PgcryptoPeer {
  /** Reads a different patient in every request. */
  readonly get: (connections: number, seconds: number) => Promise<Rate>;
  /** Writes the body of `next`; durable when the database responds. */
  readonly put: (connections: number, seconds: number, nextRecord: () => string) => Promise<Rate>;
  readonly stop: () => void;
}

/**
 * Starts it with `count` patients, over TLS with the certificates of the vault in `dataDir`. Undefined if not
 * installed.
 */
export async function startPgcrypto(
  dataDir: string,
  count: number,
  nextRecord: () => string,
): Promise<PgcryptoPeer | undefined> {
  if (POSTGRES_PROGRAMS === undefined) return undefined;
  const cluster = await startPostgres();
  const begin = async (): Promise<pg.Client> => {
    const { ca } = readTlsFiles(dataDir);
    const client = new pg.Client({ connectionString: cluster.url(DATABASE), ssl: { ca: String(ca) } });
    await client.connect();
    return client;
  };
  try {
    psql(cluster.url('postgres'), `CREATE DATABASE ${DATABASE}`);
    if (!hasPgcrypto(cluster)) {
      cluster.stop();
      return undefined;
    }
    psql(cluster.url(DATABASE), 'CREATE TABLE patients (id integer PRIMARY KEY, record bytea NOT NULL)');
    serveTls(cluster, dataDir);
    const client = await begin();
    for (let n = 0; n < count; n++) await client.query({ ...INSERT, values: [n, nextRecord(), KEY] });
    await client.end();
  } catch (error) {
    cluster.stop();
    throw error;
  }

  /** Each connection sends one request after the other; CPU time is that of their server processes. */
  async function load(
    connections: number,
    seconds: number,
    one: (client: pg.Client) => Promise<unknown>,
  ): Promise<Rate> {
    const clients = await Promise.all(Array.from({ length: connections }, begin));
    const pids = await Promise.all(clients.map(pidOf));
    const cpuMs = (): number => pids.reduce((sum, pid) => sum + processMsOf(pid), 0);
    const cpuBefore = cpuMs();
    const start = performance.now();
    const until = start + seconds * 1000;
    let answers = 0;
    await Promise.all(
      clients.map(async (client) => {
        for (; performance.now() < until; answers += 1) await one(client);
      }),
    );
    const perSecond = (answers * 1000) / (performance.now() - start);
    const cpuMicros = ((cpuMs() - cpuBefore) * 1000) / Math.max(1, answers);
    await Promise.all(clients.map((client) => client.end()));
    return { perSecond, cpuMicros };
  }

  let turn = 0;
  const nextId = (): number => (turn++ * 97) % count;
  return {
    get: (connections, seconds) =>
      load(connections, seconds, (client) => client.query({ ...OPEN, values: [nextId(), KEY] })),
    put: (connections, seconds, next) =>
      load(connections, seconds, (client) => client.query({ ...SEAL, values: [nextId(), next(), KEY] })),
    stop: cluster.stop,
  };
}

function hasPgcrypto(cluster: PostgresCluster): boolean {
  try {
    psql(cluster.url(DATABASE), 'CREATE EXTENSION pgcrypto');
    return true;
  } catch {
    return false;
  }
}

/** Serves TLS with the vault's certificate. */
function serveTls(cluster: PostgresCluster, dataDir: string): void {
  for (const name of ['server.crt', 'server.key']) {
    const file = join(cluster.folder, 'data', name);
    copyFileSync(join(dataDir, 'pki', name), file);
    if (asUser.length > 0) execFileSync('chown', ['postgres:postgres', file]);
  }
  writeFileSync(join(cluster.folder, 'data', 'postgresql.auto.conf'), 'ssl = on\n', { flag: 'a' });
  cluster.crash();
  cluster.start();
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
