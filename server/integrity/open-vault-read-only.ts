/** Opens a data folder read-only, also beside a running server, and leaves no new files behind. */
import { existsSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { copyTables } from '#server/storage/bulk-copy/copy-tables.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  migrateInMemory,
  openDatabaseForReading,
  openVaultDatabase,
} from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { schemaVersion } from '#server/storage/migrations/migrator.ts';
import { assertDatabaseInFolder, readDatabaseAddress } from '#server/system/config/database-address.ts';
import { assertDatabaseFiles, assertNoLinks } from '#server/system/config/folder/assert-no-links.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { tryLockFolder } from '#server/system/config/folder/folder-lock.ts';

export const NEWEST_SCHEMA = Math.max(...MIGRATIONS.map(({ id }) => id));

interface ReadRows {
  /**
   * Database with this program's tables: an older schema is migrated in a memory copy, a newer one stays as it is.
   */
  readonly db: SqlEngine;
  /** Schema number as stored. */
  readonly schema: number;
  /** Removes empty files that reading created beside the database. */
  readonly close: () => void;
}

export interface ReadDatabase extends ReadRows {
  /** The file's own database, whatever its schema. */
  readonly stored: Database;
}

export interface ReadFolder extends ReadRows {
  readonly layout: DataDir;
  /** True when another process runs on the folder. Otherwise no process can open it until `close`. */
  readonly isServed: boolean;
  /** Identifies the database's state; changes with every commit, also of programs other than the vault. */
  readonly stateOf: () => string;
  /** Copies the rows of one instant into a new SQLite file. */
  readonly copyRows: (file: string, options: CopyRowsOptions) => Promise<void>;
}

export interface CopyRowsOptions {
  /** Pages per step, so that a server's requests do not wait; all pages unless given. */
  readonly pagesAtOnce?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const COMPANIONS = ['-wal', '-shm'];
const ALL_PAGES = 2 ** 31 - 1;

/** Opens the rows in either storage. @throws as the two functions below */
export async function openVaultForReading(dataDir: string): Promise<ReadFolder> {
  const layout = dataDirLayout(dataDir);
  const address = readDatabaseAddress(layout);
  return address === undefined ? openFolderForReading(dataDir) : openPostgresFolder(layout, address);
}

/**
 * Opens a vault whose rows are in its folder.
 * @throws protocol_error, SqliteError when there is no readable database, or the rows are stored elsewhere
 */
export function openFolderForReading(dataDir: string): ReadFolder {
  const layout = dataDirLayout(dataDir);
  assertDatabaseInFolder(layout);
  return locked(layout, (isServed) => {
    const { stored, ...database } = readDatabase(layout.database, isServed);
    return {
      ...database,
      stateOf: () => stateOfFile(stored, layout),
      copyRows: (file, options) => copyFile(stored, file, options),
    };
  });
}

/**
 * Opens a vault whose rows are in PostgreSQL.
 * @throws protocol_error when the database cannot be reached, or has no vault of this program's schema.
 */
async function openPostgresFolder(layout: DataDir, address: string): Promise<ReadFolder> {
  // Loaded here, because a vault in a folder needs no PostgreSQL driver.
  const { openPostgresForReading } = await import(
    '#server/storage/engine/postgres/open-postgres-read-only.ts'
  );
  return locked(layout, () => {
    const db = openPostgresForReading(address, NEWEST_SCHEMA, { isAlone: false });
    return {
      db,
      schema: NEWEST_SCHEMA,
      stateOf: () => `postgres ${db.prepare<[], string>('SELECT pg_current_wal_insert_lsn()').pluck().get()}`,
      copyRows: (file, options) => copyIntoFile(db, file, options),
      close: db.close,
    };
  });
}

/** Keeps other processes from opening the folder, unless one already runs on it. */
function locked(
  layout: DataDir,
  open: (isServed: boolean) => Omit<ReadFolder, 'layout' | 'isServed'>,
): ReadFolder {
  assertNoLinks(layout.root);
  const lock = existsSync(layout.lock) ? tryLockFolder(layout.lock) : undefined;
  const isServed = lock === undefined && existsSync(layout.lock);
  try {
    const rows = open(isServed);
    return {
      ...rows,
      layout,
      isServed,
      close() {
        rows.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function stateOfFile(stored: Database, layout: DataDir): string {
  const { epoch, commit_count } = createServiceState(stored).progress();
  const files = ['', '-wal'].map((end) => {
    const stat = statSync(layout.database + end, { throwIfNoEntry: false });
    return stat && stat.size > 0 ? `${stat.size}@${stat.mtimeMs}` : '-';
  });
  return [epoch, commit_count, ...files].join(' ');
}

async function copyFile(
  stored: Database,
  file: string,
  { pagesAtOnce = ALL_PAGES, signal }: CopyRowsOptions,
): Promise<void> {
  // A read transaction keeps one snapshot; otherwise every write would restart a stepwise copy.
  stored.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  try {
    await stored.backup(file, {
      progress() {
        signal?.throwIfAborted();
        return pagesAtOnce;
      },
    });
  } finally {
    stored.exec('COMMIT');
  }
}

async function copyIntoFile(db: SqlEngine, file: string, { signal }: CopyRowsOptions): Promise<void> {
  const to = createSqliteEngine(openVaultDatabase(file, MIGRATIONS));
  try {
    const endReading = db.beginSnapshot();
    try {
      await copyTables(db, to, signal === undefined ? {} : { signal });
    } finally {
      endReading();
    }
  } finally {
    to.close();
  }
}

/**
 * `isShared`: another process may have it open. `upgraded`: a new file for the migrated copy of an older schema,
 * instead of memory. @throws protocol_error, SqliteError
 */
export function readDatabase(file: string, isShared: boolean, upgraded?: string): ReadDatabase {
  assertDatabaseFiles(file);
  const made = COMPANIONS.map((end) => file + end).filter((companion) => !existsSync(companion));
  const stored = openDatabaseForReading(file);
  try {
    const schema = schemaVersion(stored);
    const db = createSqliteEngine(schema < NEWEST_SCHEMA ? migrateCopy(stored, upgraded) : stored);
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

function migrateCopy(stored: Database, file: string | undefined): Database {
  if (file === undefined) return migrateInMemory(stored, MIGRATIONS);
  stored.prepare('VACUUM INTO ?').run(file);
  return openVaultDatabase(file, MIGRATIONS);
}

function removeEmpty(made: readonly string[]): void {
  const wal = made.find((file) => file.endsWith('-wal'));
  if (wal !== undefined && (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  for (const file of made) rmSync(file, { force: true });
}
