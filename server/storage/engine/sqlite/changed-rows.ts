/**
 * Records authenticated rows changed by the open transaction. Triggers of this connection write them into an in-memory
 * table, which a rolled-back savepoint reverts with the rest. Triggers rather than stores, so that no statement can be
 * forgotten.
 */
import type { Database } from 'better-sqlite3';
import { AUTHENTICATED_TABLES, type ChangedRow } from '#server/storage/engine/changed-row.ts';

/** Starts recording. `take` reads and clears the table; call it inside the transaction. */
export function noteChangedRows(db: Database): { readonly take: () => readonly ChangedRow[] } {
  db.exec(`CREATE TEMP TABLE changed_rows (kind TEXT, security_group_id TEXT, id TEXT,
    old_generation INTEGER, old_mac BLOB, new_generation INTEGER, new_mac BLOB) STRICT`);
  for (const { kind, table, id, generation } of AUTHENTICATED_TABLES) {
    const before = `old.${generation}, old.row_mac`;
    const after = `new.${generation}, new.row_mac`;
    const note = (row: 'old' | 'new', values: string) =>
      `INSERT INTO changed_rows VALUES ('${kind}', ${row}.security_group_id, ${row}.${id}, ${values});`;
    db.exec(`
      CREATE TEMP TRIGGER ${table}_inserted AFTER INSERT ON main.${table}
        BEGIN ${note('new', `NULL, NULL, ${after}`)} END;
      CREATE TEMP TRIGGER ${table}_updated AFTER UPDATE OF row_mac, ${generation} ON main.${table}
        WHEN old.row_mac <> new.row_mac OR old.${generation} <> new.${generation}
        BEGIN ${note('new', `${before}, ${after}`)} END;
      CREATE TEMP TRIGGER ${table}_deleted AFTER DELETE ON main.${table}
        BEGIN ${note('old', `${before}, NULL, NULL`)} END;
    `);
  }
  const list = db.prepare<[], ChangedRow>('SELECT * FROM changed_rows ORDER BY rowid');
  const clear = db.prepare('DELETE FROM changed_rows');
  return {
    take() {
      const rows = list.all();
      if (rows.length > 0) clear.run();
      return rows;
    },
  };
}
