/**
 * A data folder opened to be looked at, served or not: the database for reading beside whoever writes it, and
 * nothing left behind that was not there before.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { type DataDir, dataDirLayout } from '#server/config/data-dir.ts';
import { tryLockFolder } from '#server/config/folder-lock.ts';
import { assertRowsInFolder } from '#server/config/store-address.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { migrateInMemory, openDatabaseForReading } from '#server/db/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/db/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { schemaVersion } from '#server/db/migrator.ts';

export const NEWEST_SCHEMA = Math.max(...MIGRATIONS.map(({ id }) => id));

export interface ReadDatabase {
  /** With the tables of today: of an older schema a copy in memory, of a newer one as it is. */
  readonly db: SqlEngine;
  /** The file's own database, whatever its schema. */
  readonly stored: Database;
  /** Of the file itself. */
  readonly schema: number;
  /** Removes the companions that reading has made, unless they hold something. */
  readonly close: () => void;
}

export interface ReadFolder extends ReadDatabase {
  readonly layout: DataDir;
  /** Another process has the folder. Otherwise nobody can open it until `close`. */
  readonly isServed: boolean;
}

const COMPANIONS = ['-wal', '-shm'];

/** @throws protocol_error, SqliteError when there is no database that can be read. */
export function openFolderForReading(dataDir: string): ReadFolder {
  const layout = dataDirLayout(dataDir);
  assertRowsInFolder(layout);
  const lock = existsSync(layout.lock) ? tryLockFolder(layout.lock) : undefined;
  const isServed = lock === undefined && existsSync(layout.lock);
  try {
    const database = readDatabase(layout.database, isServed);
    return {
      ...database,
      layout,
      isServed,
      close() {
        database.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** `isShared`: another process may have it open. @throws protocol_error, SqliteError */
export function readDatabase(file: string, isShared: boolean): ReadDatabase {
  const made = COMPANIONS.map((end) => file + end).filter((companion) => !existsSync(companion));
  const stored = openDatabaseForReading(file);
  try {
    const schema = schemaVersion(stored);
    const db = createSqliteEngine(schema < NEWEST_SCHEMA ? migrateInMemory(stored, MIGRATIONS) : stored);
    return {
      db,
      stored,
      schema,
      close() {
        db.close();
        stored.close();
        if (!isShared) removeEmpty(made);
      },
    };
  } catch (error) {
    stored.close();
    if (!isShared) removeEmpty(made);
    throw error;
  }
}

function removeEmpty(made: readonly string[]): void {
  const wal = made.find((file) => file.endsWith('-wal'));
  if (wal !== undefined && (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  for (const file of made) rmSync(file, { force: true });
}
