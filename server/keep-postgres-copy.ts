/**
 * A vault in PostgreSQL as it is before a newer program changes its schema: all rows, sealed as they are, into a SQLite
 * file of the older schema in the folder of the server that changes it. The older program serves that file as any folder,
 * or moves it into a new database. No program of PostgreSQL is needed.
 */
import type { DataDir } from './config/data-dir.ts';
import { keepUpgradeCopyOf } from './config/upgrade-copies.ts';
import { copyTables } from './db/copy/copy-tables.ts';
import { openOlderPostgres } from './db/engine/postgres/read-postgres.ts';
import { openVaultDatabase } from './db/engine/sqlite/open-database.ts';
import { createSqliteEngine } from './db/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from './db/migrations.ts';

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
      const endReading = engine.beginReading();
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
