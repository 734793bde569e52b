/**
 * Opens a vault's database in PostgreSQL: beside other servers of the vault or alone, with settings that lose nothing, and
 * the schema of this program. Knows nothing of what the tables mean.
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

/** "SRV1", as in the files of SQLite: the lock of the servers of the vault in this database. */
const SERVER_LOCK = 0x53525631;
const IN_USE = '55006';
/** How many transactions have written, of all servers together. */
export const WRITE_COUNT = 'SELECT write_count FROM vault_head';
/** There in the database of a vault that was moved. */
export const MOVED_TABLE = 'vault_moved';

const take = (lock: string) => `DO $$ BEGIN
    IF NOT ${lock}(${SERVER_LOCK}) THEN
      RAISE EXCEPTION 'in use' USING ERRCODE = '${IN_USE}';
    END IF;
  END $$`;

/** Holds for the session if granted: no other server uses the vault until it ends. */
export const TRY_SERVER_LOCK = `SELECT pg_try_advisory_lock(${SERVER_LOCK})`;
/** The same, but fails the connection if not granted. */
export const TAKE_SERVER_LOCK = take('pg_try_advisory_lock');
/** Beside other servers, but not beside one that has the exclusive lock. */
const SHARE_SERVER_LOCK = take('pg_try_advisory_lock_shared');

const SESSION = [
  `SET statement_timeout = ${STATEMENT_MAX_MS}`,
  `SET lock_timeout = ${STATEMENT_MAX_MS}`,
  // Whoever is frozen inside a transaction does not hold the others up for longer.
  `SET idle_in_transaction_session_timeout = ${STATEMENT_MAX_MS}`,
  'SET client_min_messages = error',
  CHANGED_ROWS_TABLE,
];

/** A copy or a count reads one state over many turns, and holds no lock that anybody waits for. */
export const READING_SESSION = [
  'SET default_transaction_read_only = on',
  `SET statement_timeout = ${STATEMENT_MAX_MS}`,
  "SET idle_in_transaction_session_timeout = '60s'",
  'SET client_min_messages = error',
];

/** Read back at every start. A reported commit must be on the disk, and texts are compared as SQLite does. */
const REQUIRED: readonly (readonly [setting: string, values: readonly string[]])[] = [
  ['fsync', ['on']],
  ['full_page_writes', ['on']],
  ['synchronous_commit', ['on', 'remote_apply']],
  ['server_encoding', ['UTF8']],
];

/**
 * @throws protocol_error when the database cannot be reached, is served by another process, holds something else, was
 * written by a newer version, or may lose what it has confirmed.
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
    /**
     * The write count when the older database was backed up: the schema is changed only if nothing was written
     * since.
     */
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
        "The database sorts by a language; make one with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'.",
      );
    if (text(`SELECT count(to_regclass('${MOVED_TABLE}'))`) === '1')
      throw new VaultError(
        'protocol_error',
        `The vault in this database was moved away; its folder says where. To go on here instead, without anything written there since, remove the table ${MOVED_TABLE}.`,
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
  // Its transaction, which has written nothing, goes with it.
  return { prepare: engine.prepare, isOne: () => engine.inTransaction, close: engine.close };
}

/** Asked of a database whose schema is older than this program's. */
export function servedByOlder(): VaultError {
  return new VaultError(
    'protocol_error',
    'This program has a newer schema than the vault, which other servers serve. Stop them all, start one of the new version, then the others.',
  );
}

/** @throws protocol_error when the database refuses the connection, or another process serves it. */
export function connectionTo(url: string, session: readonly string[]): Connection {
  try {
    return openConnection(hostAddresses(url), session);
  } catch (error) {
    if (error instanceof StatementError && error.code === IS_STANDBY)
      throw new VaultError(
        'protocol_error',
        'No host that --store names takes writes: what answers there is a standby. Name the primary too, or promote one.',
      );
    if (error instanceof StatementError && error.code === IN_USE)
      throw new VaultError('protocol_error', 'Another server is already serving the vault in this database.');
    if (error instanceof StatementError)
      throw new VaultError(
        'protocol_error',
        `The database named by --store let nobody in (SQLSTATE ${error.code}); check its name, user and password.`,
      );
    throw error;
  }
}
