/**
 * Tables of one piece of work, by a name: SQLite keeps them in a file of its own that has no name and goes with the
 * process, so that a hundred million rows take the memory of a few thousand. Holds ids, lengths and hashes; nothing that
 * is sealed in the vault.
 */
import SqliteDatabase from 'better-sqlite3';

const PAGE_CACHE_KIB = 8 * 1024;

/** @param columns behind `name TEXT PRIMARY KEY` */
export function createSpilledTable<Row extends { readonly name: string }>(columns: readonly string[]) {
  // Without a name, the file lies where the system keeps temporary files.
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
    /** In the place of one of that name. */
    put: (row: Row) => void insert.run(row),
    removeWhere: (column: keyof Row & string, value: string) =>
      void db.prepare<[string]>(`DELETE FROM held WHERE ${column} = ?`).run(value),
    find: (name: string) => find.get(name),
    count: () => count.get() ?? 0,
    /** In the order of their names, a page at a time; no name is empty. */
    *pages(pageSize = 500): Generator<readonly Row[], void, undefined> {
      for (let page = after.all('', pageSize); page.length > 0; ) {
        yield page;
        page = after.all(page.at(-1)?.name ?? '', pageSize);
      }
    },
    /** So many of those whose name begins so, chosen at random. */
    sample: (prefix: string, limit: number) => sample.all(prefix, `${prefix}\u{10FFFF}`, limit),
    clear: () => void db.exec('DELETE FROM held'),
    close: () => void db.close(),
  };
}

export type SpilledTable<Row extends { readonly name: string }> = ReturnType<typeof createSpilledTable<Row>>;
