/** Embedded SQLite behind the engine port, for a vault in a folder. Statements are passed to SQLite directly. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { noteChangedRows } from './changed-rows.ts';
import { createOpenTransaction } from './open-transaction.ts';
import { beginBulkLoad } from './sqlite-bulk-load.ts';
import { watchDocumentRows } from './watch-cached-rows.ts';

/** Takes ownership of the database: closing the engine closes it. */
export function createSqliteEngine(db: Database): SqlEngine {
  const firstRead = db.prepare('SELECT count(*) FROM sqlite_schema');
  const held = new Set<string>();
  const open = createOpenTransaction(db);

  /** An open read transaction would block every other one for good. */
  function endReading(): void {
    // SQLite ends a transaction automatically on some storage failures.
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
        // The snapshot is fixed by the first read.
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
