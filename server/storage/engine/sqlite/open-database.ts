/**
 * Opens the vault's one SQLite database: sets the pragmas the sealing design asks for, reads every one of them back,
 * and brings the schema up to date. Knows nothing of what the tables mean.
 * Source: sealing design B8.
 */
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type Migration, migrate, type Upgrade } from '#server/storage/migrations/migrator.ts';

export type Database = SqliteDatabase.Database;

/** "SRV1": shows `file` and this program that a SQLite file is a vault. */
const APPLICATION_ID = 0x53525631;
const FILE_MODE = 0o600;
/**
 * 16 MiB of log before SQLite checkpoints automatically: pages changed often are then written back once, not every
 * time.
 */
const WAL_PAGES = 4000;
/** Memory that reads and writes fill over time, and keep; the rest of the file is in the system's own cache. */
const PAGE_CACHE_KIB = 16 * 1024;

/** Set in this order (the switch to WAL resets `synchronous`), read back as SQLite prints them. */
const PRAGMAS: readonly (readonly [name: string, set: string | number, readBack: string | number])[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['mmap_size', 0, 0],
  ['temp_store', 'MEMORY', 2],
  ['wal_autocheckpoint', WAL_PAGES, WAL_PAGES],
  ['busy_timeout', 5000, 5000],
  ['cache_size', -PAGE_CACHE_KIB, -PAGE_CACHE_KIB],
  // Only macOS heeds these two; elsewhere they cost nothing.
  ['fullfsync', 1, 1],
  ['checkpoint_fullfsync', 1, 1],
];

const READING_PRAGMAS = [
  ['trusted_schema', 'OFF'],
  ['cell_size_check', 'ON'],
  ['mmap_size', 0],
  ['temp_store', 'MEMORY'],
  ['busy_timeout', 5000],
] as const;

/**
 * Opens or creates the database and migrates it.
 * @throws protocol_error when the file belongs to something else, was written by a newer version,
 * or a pragma did not take.
 */
export function openVaultDatabase(
  file: string,
  migrations: readonly Migration[],
  beforeUpgrade?: (db: Database, upgrade: Upgrade) => void,
): Database {
  // Made beforehand, so that the database and its log are for the owner alone.
  closeSync(openSync(file, 'a', FILE_MODE));
  const db = new SqliteDatabase(file);
  try {
    claimFile(db);
    for (const [name, value] of PRAGMAS) db.pragma(`${name} = ${value}`);
    assertPragmas(db);
    migrate(db, migrations, beforeUpgrade);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the database to read it, beside a server that may have it open; never changes it.
 * @throws protocol_error when it is no vault's; `SqliteError` when it cannot be read.
 */
export function openDatabaseForReading(file: string): Database {
  const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    for (const [name, value] of READING_PRAGMAS) db.pragma(`${name} = ${value}`);
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw notAVault();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Bytes 18 and 19 of the header say «write-ahead log», which a database in memory cannot have. */
const WAL_MARK_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** A migrated copy in memory: reads a vault of an older schema without changing it. */
export function migrateInMemory(db: Database, migrations: readonly Migration[]): Database {
  const image = db.serialize();
  image.fill(ROLLBACK_JOURNAL, WAL_MARK_AT, WAL_MARK_AT + 2);
  const copy = new SqliteDatabase(image);
  try {
    migrate(copy, migrations);
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}

/** @throws protocol_error naming the first pragma that reads back wrong. */
export function assertPragmas(db: Database): void {
  for (const [name, , expected] of PRAGMAS) {
    const actual: unknown = db.pragma(name, { simple: true });
    if (actual === expected || (name === 'mmap_size' && actual === undefined)) continue;
    throw new VaultError('protocol_error', `SQLite refused the setting ${name}.`);
  }
}

function claimFile(db: Database): void {
  const applicationId: unknown = db.pragma('application_id', { simple: true });
  if (applicationId === APPLICATION_ID) return;
  const tables: unknown = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (applicationId !== 0 || tables !== 0) {
    throw notAVault();
  }
  db.pragma(`application_id = ${APPLICATION_ID}`);
}

function notAVault(): VaultError {
  return new VaultError('protocol_error', 'The database file in this folder is not a vault.');
}
