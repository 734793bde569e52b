/** The database of a test: a real one, in a folder of the test. */
import { join } from 'node:path';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/db/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/db/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';

/** The same folder, the same rows. */
export function openTestEngine(folder: string): SqlEngine {
  return createSqliteEngine(openVaultDatabase(join(folder, 'vault.db'), MIGRATIONS));
}
