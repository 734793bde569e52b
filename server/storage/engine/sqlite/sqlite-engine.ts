/** SQLite, embedded: the engine of a vault that is a folder. A statement is SQLite's own; nothing stands in between. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { noteChangedRows } from './changed-rows.ts';
import { createOpenTransaction } from './open-transaction.ts';
import { watchDocumentRows } from './row-watch.ts';
import { beginBulkLoad } from './sqlite-bulk-load.ts';

/** Takes the database over: closing the engine closes it. */
export function createSqliteEngine(db: Database): SqlEngine {
  const firstRead = db.prepare('SELECT count(*) FROM sqlite_schema');
  const held = new Set<string>();
  const open = createOpenTransaction(db);

  /** Left open, a transaction that only reads would be in the way of every other for good. */
  function endReading(): void {
    // The engine ends a transaction by itself on some storage failures.
    if (!open.is()) return;
    try {
      open.commit();
    } catch (error) {
      if (open.is()) open.rollback();
      throw error;
    }
  }

  return {
    prepare: (sql) => db.prepare(sql),
    exec: (sql) => void db.exec(sql),
    get inTransaction() {
      return open.is();
    },
    begin: open.begin,
    commit: open.commit,
    commitInBackground() {
      open.commit();
      return false;
    },
    awaitCommit: () => undefined,
    rollback: open.rollback,
    savepoint: open.savepoint,
    release: open.release,
    rollbackToSavepoint: open.undo,
    readSnapshot(body) {
      if (open.is()) return body();
      open.beginReading();
      try {
        return body();
      } finally {
        endReading();
      }
    },
    beginSnapshot() {
      open.beginReading();
      try {
        // The state is that of the first read.
        firstRead.get();
      } catch (error) {
        endReading();
        throw error;
      }
      return endReading;
    },
    beginLoading: () => beginBulkLoad(db),
    checkpoint: () => void db.pragma('wal_checkpoint(TRUNCATE)'),
    isSound: (isThorough) =>
      db.pragma(isThorough ? 'integrity_check(1)' : 'quick_check(1)', { simple: true }) === 'ok',
    countBrokenReferences() {
      const broken: unknown = db.pragma('foreign_key_check');
      return Array.isArray(broken) ? broken.length : 0;
    },
    sizeBytes: () => sizeOf(db.name) + sizeOf(`${db.name}-wal`),
    watchDocumentRows: (onChanged) => watchDocumentRows(db, onChanged, open.is),
    noteChangedRows: () => noteChangedRows(db),
    foreignWrites: () => 0,
    pollForeignWrites: () => undefined,
    readBeside: () => undefined,
    isShared: false,
    tryLock(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return { isHeld: () => held.has(name), release: () => void held.delete(name) };
    },
    clockMs: () => undefined,
    waits: () => 0,
    close: () => void db.close(),
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
