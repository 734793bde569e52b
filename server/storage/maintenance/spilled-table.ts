/**
 * Temporary SQLite tables for large checks, spilled to a nameless file that ends with the process, so that a hundred
 * million rows need little memory. For ids, lengths and hashes only, never for sealed content in plaintext.
 */
import SqliteDatabase from 'better-sqlite3';

const PAGE_CACHE_KIB = 8 * 1024;

/** Creates a temporary table. @param columns definitions after `name TEXT PRIMARY KEY` */
export function createSpilledTable<Row extends { readonly name: string }>(columns: readonly string[]) {
  // An empty name makes SQLite use a temporary file.
  const db = new SqliteDatabase('');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  const names = ['name', ...columns.map((column) => column.split(' ')[0] ?? '')];
  db.exec(`CREATE TABLE held (${['name TEXT PRIMARY KEY', ...columns].join(', ')}) WITHOUT ROWID; BEGIN`);
  const insert = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO held (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
  );
  const find = db.prepare<[string], Row>('SELECT * FROM held WHERE name = ?');
  const after = db.prepare<[string, number], Row>('SELECT * FROM held WHERE name > ? ORDER BY name LIMIT ?');
  const sample = db.prepare<[string, string, number], Row>(
    'SELECT * FROM held WHERE name >= ? AND name < ? ORDER BY random() LIMIT ?',
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM held').pluck();
  return {
    /** Inserts a row, or replaces the one of the same name. */
    put: (row: Row) => void insert.run(row),
    removeWhere: (column: keyof Row & string, value: string) =>
      void db.prepare<[string]>(`DELETE FROM held WHERE ${column} = ?`).run(value),
    find: (name: string) => find.get(name),
    count: () => count.get() ?? 0,
    /** Yields pages in name order; no name is empty. */
    *pages(pageSize = 500): Generator<readonly Row[], void, undefined> {
      for (let page = after.all('', pageSize); page.length > 0; ) {
        yield page;
        page = after.all(page.at(-1)?.name ?? '', pageSize);
      }
    },
    /** A random sample of `limit` rows with this name prefix. */
    sample: (prefix: string, limit: number) => sample.all(prefix, `${prefix}\u{10FFFF}`, limit),
    clear: () => void db.exec('DELETE FROM held'),
    close: () => void db.close(),
  };
}

export type SpilledTable<Row extends { readonly name: string }> = ReturnType<typeof createSpilledTable<Row>>;
