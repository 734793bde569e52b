/**
 * Copies every row of a vault to another database, of either engine: in key order, a few megabytes at a time, in one
 * transaction of the target. The written rows are read back and compared before the commit. Independent of what tables
 * mean.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine, Statements } from '#server/storage/engine/sql-engine.ts';
import { listTables, type TableShape } from '#server/storage/engine/sqlite/table-definitions.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import type { Migration } from '#server/storage/migrations/migrator.ts';
import { insertInto, valuesOf } from '#server/storage/positional-parameters.ts';
import { readRows } from './read-rows.ts';
import { createTableDigest, type TableDigest } from './table-digest.ts';

export interface CopyOptions {
  readonly onRows?: (copied: number) => void;
  readonly signal?: AbortSignal;
  /** Called inside the transaction after the rows were compared. */
  readonly beforeCommit?: () => void;
  /** Migrations both databases have; by default all of this program. */
  readonly migrations?: readonly Migration[];
}

/** True when this database has no vault, nor any table with rows of one. */
export function isEmptyDatabase(db: Statements): boolean {
  return listTables(MIGRATIONS).every(({ name, rowsWhenNew }) => {
    const rows = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get();
    return rows === rowsWhenNew;
  });
}

/**
 * Nothing may write to `from`, and nothing else may use `to` meanwhile. Replaces the content of `to`.
 * @throws protocol_error where written rows differ from the source: then the target is rolled back.
 */
export async function copyTables(
  from: Statements,
  to: SqlEngine,
  options: CopyOptions,
): Promise<TableDigest[]> {
  const tables = listTables(options.migrations ?? MIGRATIONS);
  to.begin();
  try {
    const endLoading = to.beginLoading();
    const source: TableDigest[] = [];
    let copied = 0;
    for (const { name } of tables) to.prepare(`DELETE FROM ${name}`).run();
    for (const table of tables) {
      source.push(
        await copyTable(from, to, table, async (rows) => {
          copied += rows;
          options.onRows?.(copied);
          await nextTurn();
          options.signal?.throwIfAborted();
        }),
      );
    }
    endLoading(numbersOf(from, tables));
    await assertSame(source, to, tables, options.signal);
    options.beforeCommit?.();
    to.commit();
    return source;
  } catch (error) {
    to.rollback();
    throw error;
  }
}

async function copyTable(
  from: Statements,
  to: Statements,
  table: TableShape,
  onRows: (rows: number) => Promise<void>,
): Promise<TableDigest> {
  const { name, columns } = table;
  const digest = createTableDigest(table);
  const insert = to.prepare<unknown[]>(insertInto(name, columns));
  for (const rows of readRows(from, table)) {
    let written: { readonly changes: number } | undefined;
    for (const row of rows) {
      digest.add(row);
      written = insert.run(...valuesOf(row, columns));
    }
    // Awaits the writes, to bound the memory of unsent rows.
    if (written?.changes !== 1) throw new Error(`a row of ${name} was not written`);
    await onRows(rows.length);
  }
  return digest.digest();
}

/** The highest assigned number of each table that never assigns one twice. */
function numbersOf(db: Statements, tables: readonly TableShape[]): ReadonlyMap<string, number> {
  return new Map(
    tables
      .filter(({ isNumbered }) => isNumbered)
      .map(({ name }) => [
        name,
        db
          .prepare<[], number | null>(`SELECT seq FROM sqlite_sequence WHERE name = '${name}'`)
          .pluck()
          .get() ?? 0,
      ]),
  );
}

async function assertSame(
  source: readonly TableDigest[],
  to: Statements,
  tables: readonly TableShape[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [at, table] of tables.entries()) {
    const digest = createTableDigest(table);
    for (const rows of readRows(to, table)) {
      for (const row of rows) digest.add(row);
      await nextTurn();
      signal?.throwIfAborted();
    }
    const { rows, sha256 } = digest.digest();
    if (rows === source[at]?.rows && sha256 === source[at].sha256) continue;
    throw new VaultError(
      'protocol_error',
      `The copy of ${table.name} differs from its source. Nothing was kept. Check the storage, then run this again.`,
    );
  }
}
