/**
 * Opens a vault's database in PostgreSQL, shared with other servers or exclusively: sets durable session settings and
 * applies this program's schema. Independent of what tables mean.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { ReadState, SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Migration, Upgrade } from '#server/storage/migrations/migrator.ts';
import { hostAddresses } from '#server/system/config/database-address.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { applySchema, CHANGED_ROWS_TABLE } from './postgres-schema.ts';
import { type Connection, openConnection, STATEMENT_MAX_MS } from './wire/connection.ts';
import { StatementError } from './wire/postgres-error.ts';
import { IS_STANDBY } from './wire/thread-messages.ts';

/** "SRV1", as in SQLite files: advisory lock of the vault's servers in this database. */
const SERVER_LOCK = 0x53525631;
const IN_USE = '55006';
/** Number of transactions that have written, over all servers. */
export const WRITE_COUNT = 'SELECT write_count FROM vault_head';
/** Table that exists in the database of a moved vault. */
export const MOVED_TABLE = 'vault_moved';

const take = (lock: string) => `DO $$ BEGIN
    IF NOT ${lock}(${SERVER_LOCK}) THEN
      RAISE EXCEPTION 'in use' USING ERRCODE = '${IN_USE}';
    END IF;
  END $$`;

/** Takes the server lock, if it is free. Once granted, no other server can use the vault until the session ends. */
export const TRY_SERVER_LOCK = `SELECT pg_try_advisory_lock(${SERVER_LOCK})`;
/** Takes the exclusive lock of the vault; fails the connection if not granted. */
export const TAKE_SERVER_LOCK = take('pg_try_advisory_lock');
/** Shared lock: allows other servers, but none with the exclusive lock. */
const SHARE_SERVER_LOCK = take('pg_try_advisory_lock_shared');

const SESSION = [
  `SET statement_timeout = ${STATEMENT_MAX_MS}`,
  `SET lock_timeout = ${STATEMENT_MAX_MS}`,
  // A process frozen inside a transaction blocks the others no longer than this.
  `SET idle_in_transaction_session_timeout = ${STATEMENT_MAX_MS}`,
  'SET client_min_messages = error',
  CHANGED_ROWS_TABLE,
];

/** A copy or count reads one state over many turns, and has no lock that blocks others. */
export const READING_SESSION = [
  'SET default_transaction_read_only = on',
  `SET statement_timeout = ${STATEMENT_MAX_MS}`,
  "SET idle_in_transaction_session_timeout = '60s'",
  'SET client_min_messages = error',
];

/** Read back at every start: a reported commit must be on the disk, and texts must compare as in SQLite. */
const REQUIRED: readonly (readonly [setting: string, values: readonly string[]])[] = [
  ['fsync', ['on']],
  ['full_page_writes', ['on']],
  ['synchronous_commit', ['on', 'remote_apply']],
  ['server_encoding', ['UTF8']],
];

/**
 * @throws protocol_error when the database cannot be reached, is used by another process, has other content, was
 * written by a newer version, or may lose confirmed commits.
 */
export function openPostgres(
  url: string,
  migrations: readonly Migration[],
  {
    isOneOfSeveral = false,
    writesBefore,
    onUpgraded,
  }: {
    readonly isOneOfSeveral?: boolean;
    /** Write count when the older database was backed up: the schema is migrated only if nothing was written since. */
    readonly writesBefore?: number | undefined;
    readonly onUpgraded?: ((upgrade: Upgrade) => void) | undefined;
  } = {},
): SqlEngine {
  const connection = connectionTo(url, [...SESSION, isOneOfSeveral ? SHARE_SERVER_LOCK : TAKE_SERVER_LOCK]);
  try {
    const engine = createPostgresEngine(connection, () => readState(url));
    const text = (sql: string) => String(engine.prepare(sql).pluck().get());
    for (const [setting, values] of REQUIRED) {
      if (!values.includes(text(`SELECT current_setting('${setting}')`)))
        throw new VaultError(
          'protocol_error',
          `PostgreSQL runs with an unsafe ${setting}; the vault needs «${values[0]}».`,
        );
    }
    if (
      !['C', 'POSIX'].includes(text('SELECT datcollate FROM pg_database WHERE datname = current_database()'))
    )
      throw new VaultError(
        'protocol_error',
        "The database sorts by a language. Create one with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'.",
      );
    if (text(`SELECT count(to_regclass('${MOVED_TABLE}'))`) === '1')
      throw new VaultError(
        'protocol_error',
        `The vault in this database was moved; its folder says where. To use it here again, without changes made there since, remove the table ${MOVED_TABLE}.`,
      );
    let isAlone = !isOneOfSeveral;
    applySchema(
      {
        onUpgraded,
        exec: (sql) => connection.exec(sql),
        number: (sql) => Number(text(sql)),
        assertAlone() {
          isAlone ||= text(TRY_SERVER_LOCK) === '1';
          if (!isAlone) throw servedByOlder();
          if (writesBefore !== undefined && Number(text(WRITE_COUNT)) !== writesBefore) throw servedByOlder();
        },
      },
      migrations,
    );
    if (isOneOfSeveral && isAlone) text(`SELECT pg_advisory_unlock(${SERVER_LOCK})`);
    return engine;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function readState(url: string): ReadState {
  const connection = connectionTo(url, READING_SESSION);
  const engine = createPostgresEngine(connection);
  engine.beginSnapshot();
  // Its transaction has written nothing and ends with the connection.
  return { prepare: engine.prepare, isOne: () => engine.inTransaction, close: engine.close };
}

/** The error for an older schema that another server still uses. */
export function servedByOlder(): VaultError {
  return new VaultError(
    'protocol_error',
    'This program has a newer schema than the vault, which other servers serve. Stop them all, start one of the new version, then the others.',
  );
}

/**
 * Opens a connection to the database. @throws protocol_error when it refuses the connection, or another process has
 * the exclusive lock.
 */
export function connectionTo(url: string, session: readonly string[]): Connection {
  try {
    return openConnection(hostAddresses(url), session);
  } catch (error) {
    if (error instanceof StatementError && error.code === IS_STANDBY)
      throw new VaultError(
        'protocol_error',
        'No host named by --store accepts writes: only a standby answers. Name the primary too, or promote one.',
      );
    if (error instanceof StatementError && error.code === IN_USE)
      throw new VaultError(
        'protocol_error',
        'Another server is already serving the vault in this database. Stop it first.',
      );
    if (error instanceof StatementError)
      throw new VaultError(
        'protocol_error',
        `The database named by --store refused the login (SQLSTATE ${error.code}). Check its name, user and password.`,
      );
    throw error;
  }
}
