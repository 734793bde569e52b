/** The database of a test: a real one, in a folder of the test, or on the PostgreSQL of the run. */
import { join } from 'node:path';
import { openPostgres } from '#server/db/engine/postgres/open-postgres.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/db/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/db/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { postgresOf } from './postgres.ts';

/** The same folder, the same rows. */
export function openTestEngine(folder: string): SqlEngine {
  const store = postgresOf(folder);
  if (store !== undefined) return openPostgres(store, MIGRATIONS);
  return createSqliteEngine(openVaultDatabase(join(folder, 'vault.db'), MIGRATIONS));
}
