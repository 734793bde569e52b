/**
 * Backs up a vault in PostgreSQL before a newer program migrates its schema: copies all rows, sealed, into a SQLite
 * file of the older schema in the server's folder. The older program can serve that file, or move it into a new
 * database. Needs no PostgreSQL tools.
 */

import { copyTables } from '#server/storage/bulk-copy/copy-tables.ts';
import { openOlderPostgres } from '#server/storage/engine/postgres/open-postgres-read-only.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { storeUpgradeCopyOf } from '#server/system/config/folder/upgrade-copies.ts';

export interface PostgresBackup {
  readonly copy: string;
  /** Write count of the database at that time. */
  readonly writes: number;
}

/**
 * Copies a PostgreSQL vault of an older schema into a backup. Undefined without an older schema. @throws
 * protocol_error where another server uses it, or the disk has no space
 */
export async function backUpPostgres(
  layout: DataDir,
  address: string,
  nowMs: number,
): Promise<PostgresBackup | undefined> {
  const newest = Math.max(...MIGRATIONS.map(({ id }) => id));
  const older = openOlderPostgres(address, newest);
  if (older === undefined) return undefined;
  const { engine, schema, writes } = older;
  try {
    const migrations = MIGRATIONS.filter(({ id }) => id <= schema);
    const size = { schema, bytes: engine.sizeBytes() };
    const copy = await storeUpgradeCopyOf(layout, size, nowMs, async (file) => {
      const to = createSqliteEngine(openVaultDatabase(file, migrations));
      const endReading = engine.beginSnapshot();
      try {
        await copyTables(engine, to, { migrations });
      } finally {
        endReading();
        to.close();
      }
    });
    return { copy, writes };
  } finally {
    engine.close();
  }
}
