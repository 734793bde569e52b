/** The PostgreSQL of a test run: one cluster, a database for each vault. */
import { createHash } from 'node:crypto';
import { POSTGRES_PROGRAMS, psql, shareMadeCluster, startPostgres } from '#scripts/postgres/cluster.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';

/** Tells the processes that run tests where the cluster of the run is. */
const VARIABLE = 'SRVAULT_TEST_POSTGRES';
const TEMPLATE = 'vault_template';

/** Whether tests of this run keep their rows in PostgreSQL. */
export const isOnPostgres = process.env['SRVAULT_TEST_STORE'] === 'postgres';

/** For a runner's set-up; the answer is its tear-down. No more than what clusters are copied from where tests run on SQLite. */
export async function preparePostgres(): Promise<() => void> {
  const removeMade = shareMadeCluster();
  if (!isOnPostgres) return removeMade;
  if (POSTGRES_PROGRAMS === undefined) {
    process.stderr.write('*** PostgreSQL is not installed: the tests on it did NOT run. ***\n');
    process.exit(1);
  }
  const cluster = await startPostgres();
  process.env[VARIABLE] = cluster.url('');
  // Copied for every vault: the schema is made once.
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

/** Of the run's cluster: a database of its own for each folder, made when it is first asked for, as a copy of another's. */
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
