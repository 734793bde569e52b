/** Loads whole tables into SQLite in one transaction, without triggers, whose counts the rows already contain. */
import type { Database } from 'better-sqlite3';

/** Begins a bulk load. @returns the function that ends it; `numbers`: the highest assigned number by table. */
export function beginBulkLoad(db: Database): (numbers: ReadonlyMap<string, number>) => void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  // Deferred to the end of the transaction, which fails where a reference is broken.
  db.pragma('defer_foreign_keys = ON');
  return (numbers) => {
    for (const { sql } of triggers) db.exec(sql);
    const remove = db.prepare<[string]>('DELETE FROM sqlite_sequence WHERE name = ?');
    const insert = db.prepare<[string, number]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
    for (const [table, last] of numbers) {
      remove.run(table);
      insert.run(table, last);
    }
  };
}
