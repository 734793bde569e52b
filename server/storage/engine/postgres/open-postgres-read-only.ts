/** Opens a vault's database in PostgreSQL read-only, beside its servers. */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  connectionTo,
  MOVED_TABLE,
  READING_SESSION,
  servedByOlder,
  TAKE_SERVER_LOCK,
  TRY_SERVER_LOCK,
  WRITE_COUNT,
} from './open-postgres.ts';
import { createPostgresEngine } from './postgres-engine.ts';

/**
 * `hasNoForeignWrites`: no server may run until this is closed.
 * @throws protocol_error when the database cannot be reached, has no vault or one of another schema; where
 * `hasNoForeignWrites`, also when a server is running.
 */
export function openPostgresForReading(
  url: string,
  schema: number,
  { isAlone }: { isAlone: boolean },
): SqlEngine {
  const connection = connectionTo(url, isAlone ? [...READING_SESSION, TAKE_SERVER_LOCK] : READING_SESSION);
  const engine = createPostgresEngine(connection);
  try {
    const number = (sql: string) => engine.prepare<[], number>(sql).pluck().get();
    if (number("SELECT count(to_regclass('vault_schema'))") !== 1)
      throw new VaultError('protocol_error', 'The database of this folder has no vault. Check its address.');
    const stored = number('SELECT version FROM vault_schema') ?? 0;
    if (stored > schema)
      throw new VaultError(
        'protocol_error',
        `This vault was written by a newer version (schema ${stored}, this program knows ${schema}). Nothing was changed. Update the program.`,
      );
    if (stored < schema)
      throw new VaultError(
        'protocol_error',
        `The database of this vault is of an older version (schema ${stored}, this program has ${schema}). Start it once with this version (srvault serve), then repeat this.`,
      );
    return engine;
  } catch (error) {
    engine.close();
    throw error;
  }
}

export interface OlderVault {
  readonly engine: SqlEngine;
  readonly schema: number;
  /** Number of transactions that have written. */
  readonly writes: number;
}

/**
 * Opens the database of an older program before its migration; no server may run until it is closed. Undefined where
 * there is none. @throws protocol_error when the database cannot be reached, or a server is running
 */
export function openOlderPostgres(url: string, newest: number): OlderVault | undefined {
  const engine = createPostgresEngine(connectionTo(url, READING_SESSION));
  try {
    const number = (sql: string) => engine.prepare<[], number>(sql).pluck().get() ?? 0;
    const isVault = number("SELECT count(to_regclass('vault_schema'))") === 1;
    const schema = isVault ? number('SELECT version FROM vault_schema') : 0;
    if (schema === 0 || schema >= newest || hasMovedMarker(engine)) {
      engine.close();
      return undefined;
    }
    if (number(TRY_SERVER_LOCK) !== 1) throw servedByOlder();
    return { engine, schema, writes: number(WRITE_COUNT) };
  } catch (error) {
    engine.close();
    throw error;
  }
}

/** True when the database has no table; creates nothing. @throws protocol_error when it cannot be reached */
export function isEmptyPostgres(url: string): boolean {
  const engine = createPostgresEngine(connectionTo(url, READING_SESSION));
  try {
    return (
      engine
        .prepare<[], number>('SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()')
        .pluck()
        .get() === 0
    );
  } finally {
    engine.close();
  }
}

export function hasMovedMarker(engine: SqlEngine): boolean {
  return engine.prepare<[], number>(`SELECT count(to_regclass('${MOVED_TABLE}'))`).pluck().get() === 1;
}

/** Marks a vault as moved, for every folder that opens it. @throws EngineAwayError */
export function writeMovedMarker(engine: SqlEngine): void {
  engine.exec(`BEGIN READ WRITE; CREATE TABLE IF NOT EXISTS ${MOVED_TABLE} (); COMMIT`);
}
