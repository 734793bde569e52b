/**
 * Loads whole tables into PostgreSQL in one transaction, without triggers, whose counts the rows already contain;
 * references are checked once at the end.
 */
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

type LoadingEngine = Pick<SqlEngine, 'prepare' | 'exec'>;

interface Reference {
  readonly table_name: string;
  readonly name: string;
  readonly definition: string;
}

interface Numbered {
  readonly table_name: string;
  readonly column_name: string;
}

/** Begins a bulk load. @returns the function that ends it; `numbers`: the highest assigned number by table. */
export function beginBulkLoad(db: LoadingEngine): (numbers: ReadonlyMap<string, number>) => void {
  const tables = db
    .prepare<[], string>(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relhastriggers AND relnamespace = current_schema()::regnamespace`,
    )
    .pluck()
    .all();
  const references = db
    .prepare<[], Reference>(
      `SELECT conrelid::regclass::text AS table_name, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY oid`,
    )
    .all();
  const exec = (statements: readonly string[]) => db.exec(statements.join(';'));
  exec([
    'SET LOCAL statement_timeout = 0',
    // The source is read between two batches; this transaction blocks no other.
    "SET LOCAL idle_in_transaction_session_timeout = '60s'",
    ...tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ...references.map(({ table_name, name }) => `ALTER TABLE ${table_name} DROP CONSTRAINT ${name}`),
  ]);
  return (numbers) => {
    exec([
      ...references.map(
        ({ table_name, name, definition }) =>
          `ALTER TABLE ${table_name} ADD CONSTRAINT ${name} ${definition}`,
      ),
      ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
    ]);
    for (const { table_name, column_name } of numbered(db)) {
      const column = `(SELECT max(${column_name}) FROM ${table_name})`;
      // A sequence without assigned numbers starts at 1.
      db.prepare<[string, string, number]>(
        `SELECT setval(pg_get_serial_sequence(?, ?), last_given, true)
         FROM (SELECT nullif(greatest(coalesce(${column}, 0), ?::bigint), 0) AS last_given) AS given
         WHERE last_given IS NOT NULL`,
      ).all(table_name, column_name, numbers.get(table_name) ?? 0);
    }
  };
}

function numbered(db: LoadingEngine): Numbered[] {
  return db
    .prepare<[], Numbered>(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE is_identity = 'YES' AND table_schema = current_schema()`,
    )
    .all();
}
