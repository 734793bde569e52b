/**
 * Every row of a vault into another database, whichever engine holds either: in the order of keys, a few megabytes at
 * a time, in one transaction of the target, which holds all of them or none. What was written is read again and
 * compared before it is committed. Knows no table's meaning.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine, Statements } from '#server/storage/engine/sql-engine.ts';
import { listTables, type TableShape } from '#server/storage/engine/sqlite/table-shapes.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import type { Migration } from '#server/storage/migrations/migrator.ts';
import { insertInto, valuesOf } from '#server/storage/positional-parameters.ts';
import { readRows } from './read-rows.ts';
import { createTableDigest, type TableDigest } from './table-digest.ts';

export interface CopyOptions {
  readonly onRows?: (copied: number) => void;
  readonly signal?: AbortSignal;
  /** Still inside the transaction, when all rows are there and are those of the source. */
  readonly beforeCommit?: () => void;
  /** Those both sides have seen; all of this program unless given. */
  readonly migrations?: readonly Migration[];
}

/** Whether nobody has made a vault in this database, nor anything of one. */
export function isEmptyDatabase(db: Statements): boolean {
  return listTables(MIGRATIONS).every(({ name, rowsWhenNew }) => {
    const rows = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get();
    return rows === rowsWhenNew;
  });
}

/**
 * `from` must stand still, and nobody else uses either meanwhile. What `to` held before is gone.
 * @throws protocol_error where what was written is not what was read: then nothing is kept of it.
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
    // Waits for what was sent, so that no more of it is in memory than this.
    if (written?.changes !== 1) throw new Error(`a row of ${name} was not written`);
    await onRows(rows.length);
  }
  return digest.digest();
}

/** The last number given to a row, of each table that gives none twice. */
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
      `What was written to ${table.name} is not what was read. Nothing of it was kept.`,
    );
  }
}
