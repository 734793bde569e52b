/** Real database of a test: SQLite in its folder, or the run's PostgreSQL. */
import { join } from 'node:path';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { postgresOf } from './postgres.ts';

/** Opens the same rows for the same folder. */
export function openTestEngine(folder: string): SqlEngine {
  const store = postgresOf(folder);
  if (store !== undefined) return inWordsOfTests(openPostgres(store, MIGRATIONS));
  return createSqliteEngine(openVaultDatabase(join(folder, 'vault.db'), MIGRATIONS));
}

/** SQL that tests use to damage rows, translated to PostgreSQL. */
const WORDS: readonly (readonly [sqlite: RegExp, postgres: string])[] = [
  [/zeroblob\(((?:[^()]|\([^()]*\))*)\)/g, "decode(repeat('00', $1), 'hex')"],
  [/(?<!')\bx'([0-9a-f]*)'/g, "decode('$1', 'hex')"],
  // Disable foreign keys and triggers, as an attacker with database access would.
  [/PRAGMA foreign_keys = OFF/g, 'SET session_replication_role = replica'],
  [/PRAGMA foreign_keys = ON/g, 'SET session_replication_role = origin'],
  [/PRAGMA defer_foreign_keys = ON/g, 'SET LOCAL session_replication_role = replica'],
];

function inWordsOfTests(engine: SqlEngine): SqlEngine {
  const say = (sql: string) =>
    WORDS.reduce((text, [sqlite, postgres]) => text.replace(sqlite, postgres), sql);
  return {
    ...engine,
    get inTransaction() {
      return engine.inTransaction;
    },
    prepare: (sql) => engine.prepare(say(sql)),
    exec: (sql) => engine.exec(say(sql)),
  };
}
