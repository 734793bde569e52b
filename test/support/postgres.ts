/** PostgreSQL of a test run: one cluster, a database per vault. */
import { createHash } from 'node:crypto';
import { POSTGRES_PROGRAMS, psql, shareMadeCluster, startPostgres } from '#scripts/postgres/cluster.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';

/** Environment variable with the cluster's address, for test processes. */
const VARIABLE = 'SRVAULT_TEST_POSTGRES';
const TEMPLATE = 'vault_template';

/** True if tests of this run store rows in PostgreSQL. */
export const isOnPostgres = process.env['SRVAULT_TEST_STORE'] === 'postgres';

/** Called by a runner's set-up; returns its tear-down. On SQLite runs it prepares only the cluster to copy. */
export async function preparePostgres(): Promise<() => void> {
  const removeMade = shareMadeCluster();
  if (!isOnPostgres) return removeMade;
  if (POSTGRES_PROGRAMS === undefined) {
    process.stderr.write('*** PostgreSQL is not installed: the tests on it did NOT run. ***\n');
    process.exit(1);
  }
  const cluster = await startPostgres();
  process.env[VARIABLE] = cluster.url('');
  // Template database, so that the schema is created once.
  createDatabase(cluster.url(''), TEMPLATE, 'template0');
  openPostgres(cluster.url(TEMPLATE), MIGRATIONS).close();
  return () => {
    cluster.stop();
    removeMade();
  };
}

function nameOf(folder: string): string {
  return `v${createHash('sha256').update(folder).digest('hex').slice(0, 30)}`;
}

/** Returns the folder's database in the run's cluster, created on first use, optionally as a copy. */
export function postgresOf(folder: string, copied?: string): string | undefined {
  const root = process.env[VARIABLE];
  if (root === undefined) return undefined;
  const database = nameOf(folder);
  createDatabase(root, database, copied === undefined ? TEMPLATE : nameOf(copied));
  return root + database;
}

function createDatabase(root: string, database: string, template: string): void {
  if (psql(`${root}postgres`, `SELECT 1 FROM pg_database WHERE datname = '${database}'`) === '')
    psql(`${root}postgres`, `CREATE DATABASE ${database} TEMPLATE ${template}`);
}
