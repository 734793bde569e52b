/**
 * Opens the vault's single SQLite database: sets the pragmas the sealing design requires, reads each one back, and
 * migrates the schema. Independent of what tables mean.
 * Source: sealing design B8.
 */
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type Migration, migrate, type Upgrade } from '#server/storage/migrations/migrator.ts';

export type Database = SqliteDatabase.Database;

/** "SRV1": identifies a SQLite file as a vault, also to the command `file`. */
const APPLICATION_ID = 0x53525631;
const FILE_MODE = 0o600;
/**
 * SQLite checkpoints automatically at 16 MiB of log: frequently changed pages are then written back once, not every
 * time.
 */
const WAL_PAGES = 4000;
/** Page cache, filled over time and kept; the operating system caches the rest of the file. */
const PAGE_CACHE_KIB = 16 * 1024;

/**
 * Pragmas in the order they are set (the switch to WAL resets `synchronous`), and their values as SQLite prints
 * them.
 */
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
  // Effective on macOS only; elsewhere they cost nothing.
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
 * @throws protocol_error when the file has other content, was written by a newer version, or a pragma was not applied.
 */
export function openVaultDatabase(
  file: string,
  migrations: readonly Migration[],
  beforeUpgrade?: (db: Database, upgrade: Upgrade) => void,
): Database {
  // Created first, so that only the owner can read the database and its log.
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
 * Opens the database read-only, also beside a running server; never changes it.
 * @throws protocol_error when it is not a vault; `SqliteError` when it cannot be read.
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

/** Bytes 18 and 19 of the header mean "write-ahead log", which an in-memory database cannot have. */
const WAL_MARK_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** Copies a vault of an older schema into memory and migrates the copy. */
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

/** Verifies the pragmas of a database. @throws protocol_error naming the first pragma with a wrong value. */
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
  return new VaultError(
    'protocol_error',
    'The database file in this folder is not a vault. Nothing was changed. Check --data.',
  );
}
