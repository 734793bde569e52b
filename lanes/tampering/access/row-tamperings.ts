/**
 * Generates every tampering of access rows: each cell changed, each row removed, and each restored to an earlier
 * state.
 */
import type { Database } from 'better-sqlite3';
import { type Cell, type Change, changesOf, changesOfText, type Row } from '#lanes/tampering/cell-changes.ts';

export type Rows = readonly Row[];

/** Principal whose access the row is part of. */
export type Whose = string | 'everybody';

export interface AccessTampering {
  readonly table: string;
  readonly what: string;
  readonly whose: Whose;
  /** Kind of the wrap, if the row is one. */
  readonly wrap: string | null;
  /** Applies the tampering to the rows. @returns false if the database itself refuses the change. */
  readonly apply: () => boolean;
}

/** Column with the row's principal, by table; other rows belong to everyone. */
export const ACCESS_TABLES: ReadonlyMap<string, string | null> = new Map([
  ['seen_heads', 'principal_id'],
  ['principals', 'principal_id'],
  ['principal_wraps', 'principal_id'],
  ['group_grants', 'member_id'],
  ['credentials', 'principal_id'],
  ['admin_secrets', 'principal_id'],
  ['preferences', 'principal_id'],
  ['security_groups', null],
  ['membership_records', null],
  ['certificates', null],
  ['workspace', null],
]);

/** Shortest length of signed or sealed text. */
const LONG_TEXT = 80;

export function readAll(db: Database, table: string): Rows {
  return db.prepare<[], Row>(`SELECT * FROM ${table}`).all();
}

/** Restores a table completely. */
export function writeAll(db: Database, table: string, rows: Rows): void {
  db.transaction(() => {
    db.exec(`DELETE FROM ${table}`);
    for (const row of rows) insert(db, table, row);
  })();
}

function insert(db: Database, table: string, row: Row, how = 'INSERT'): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  db.prepare(`${how} INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(Object.values(row));
}

export function listAccessTamperings(db: Database, table: string, once: Rows): AccessTampering[] {
  const rows = readAll(db, table);
  return [
    ...rows.flatMap((row) => [...ofCells(db, table, row, rows), removed(db, table, row)]),
    ...once.filter((row) => !rows.some((now) => isSameRow(now, row))).map((row) => putBack(db, table, row)),
  ];
}

function ofCells(db: Database, table: string, row: Row, rows: Rows): AccessTampering[] {
  return Object.entries(row).flatMap(([column, cell]) => {
    const siblings = rows.map((other) => other[column] ?? null);
    return changesOfCell(cell, siblings).map(
      ([change, value]): AccessTampering => ({
        ...{ table, what: `${table}.${column} ${change}`, ...about(table, row) },
        apply: () => isDone(() => update(db, table, row, column, value)),
      }),
    );
  });
}

function changesOfCell(cell: Cell, siblings: readonly Cell[]): Change[] {
  const changes = changesOf(cell, siblings);
  return typeof cell === 'string' && cell.length >= LONG_TEXT
    ? [...changes, ...changesOfText(cell)]
    : changes;
}

function removed(db: Database, table: string, row: Row): AccessTampering {
  const [where, values] = only(row);
  return {
    ...{ table, what: `${table} row removed`, ...about(table, row) },
    apply: () => isDone(() => db.prepare(`DELETE FROM ${table} WHERE ${where}`).run(values).changes === 1),
  };
}

function putBack(db: Database, table: string, row: Row): AccessTampering {
  return {
    ...{ table, what: `${table} row put back as it once was`, ...about(table, row) },
    apply: () =>
      isDone(() => {
        insert(db, table, row, 'INSERT OR REPLACE');
        return true;
      }),
  };
}

function update(db: Database, table: string, row: Row, column: string, value: Cell): boolean {
  const [where, values] = only(row);
  return db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(value, ...values).changes === 1;
}

/** Identifies a row by all its values, so that a row written since is left alone. */
function only(row: Row): readonly [where: string, values: Cell[]] {
  return [
    Object.keys(row)
      .map((name) => `${name} IS ?`)
      .join(' AND '),
    Object.values(row),
  ];
}

function isDone(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}

function about(table: string, row: Row): Pick<AccessTampering, 'whose' | 'wrap'> {
  const column = ACCESS_TABLES.get(table);
  return {
    whose: column ? String(row[column]) : 'everybody',
    wrap: table === 'principal_wraps' ? String(row['kind']) : null,
  };
}

function isSameRow(a: Row, b: Row): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
