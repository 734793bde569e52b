/**
 * A vault in PostgreSQL as it is before a newer program changes its schema: all rows, sealed as they are, into a SQLite
 * file of the older schema in the folder of the server that changes it. The older program serves that file as any folder,
 * or moves it into a new database. No program of PostgreSQL is needed.
 */

import { copyTables } from '#server/storage/bulk-copy/copy-tables.ts';
import { openOlderPostgres } from '#server/storage/engine/postgres/open-postgres-read-only.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { keepUpgradeCopyOf } from '#server/system/config/folder/upgrade-copies.ts';

export interface KeptCopy {
  readonly copy: string;
  /** How many transactions had written to the database then. */
  readonly writes: number;
}

/** Undefined where there is nothing older. @throws protocol_error where others serve it, or there is no room */
export async function keepPostgresCopy(
  layout: DataDir,
  address: string,
  nowMs: number,
): Promise<KeptCopy | undefined> {
  const newest = Math.max(...MIGRATIONS.map(({ id }) => id));
  const older = openOlderPostgres(address, newest);
  if (older === undefined) return undefined;
  const { engine, schema, writes } = older;
  try {
    const migrations = MIGRATIONS.filter(({ id }) => id <= schema);
    const size = { schema, bytes: engine.sizeBytes() };
    const copy = await keepUpgradeCopyOf(layout, size, nowMs, async (file) => {
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
