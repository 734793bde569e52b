/** Describes the vault's tables as a new database of this program has them; used to copy a whole vault. */
import SqliteDatabase from 'better-sqlite3';
import { type Migration, migrate } from '#server/storage/migrations/migrator.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that identify a row, in the order of one of its indexes. */
  readonly key: readonly string[];
  /** Columns whose values may be long. */
  readonly long: readonly string[];
  /** True when numbers of deleted rows are never assigned again. */
  readonly isNumbered: boolean;
  /** Number of rows in a newly created database. */
  readonly rowsWhenNew: number;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  /** Position in the primary key from 1; 0: not part of it. */
  readonly pk: number;
}

/** Lists the tables in order of creation. Derived from all migrations, so no table can be forgotten. */
export function listTables(migrations: readonly Migration[]): TableShape[] {
  const db = new SqliteDatabase(':memory:');
  try {
    migrate(db, migrations);
    return db
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
      )
      .all()
      .map(({ name, sql }) => ({ name, ...shapeOf(db, name), isNumbered: /\bAUTOINCREMENT\b/.test(sql) }));
  } finally {
    db.close();
  }
}

function shapeOf(db: SqliteDatabase.Database, table: string) {
  const columns = db.prepare<[string], ColumnInfo>('SELECT * FROM pragma_table_info(?)').all(table);
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((left, right) => left.pk - right.pk);
  const key = primary.length > 0 ? primary.map(({ name }) => name) : uniqueColumns(db, table);
  if (key.length === 0) throw new Error(`${table} has no key to copy its rows by`);
  return {
    columns: columns.map(({ name }) => name),
    key,
    long: columns.filter(({ type }) => type !== 'INTEGER').map(({ name }) => name),
    rowsWhenNew: db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
  };
}

function uniqueColumns(db: SqliteDatabase.Database, table: string): string[] {
  const index = db
    .prepare<[string], string>(
      `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 ORDER BY seq`,
    )
    .pluck()
    .get(table);
  return db
    .prepare<[string], string>('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
    .pluck()
    .all(index ?? '');
}
