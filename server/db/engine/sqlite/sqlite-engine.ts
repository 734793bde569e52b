/** SQLite, embedded: the engine of a vault that is a folder. A statement is SQLite's own; nothing stands in between. */
import { statSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { noteChangedRows } from './changed-rows.ts';
import { watchDocumentRows } from './row-watch.ts';
import { beginLoading } from './sqlite-loading.ts';

/** Takes the database over: closing the engine closes it. */
export function createSqliteEngine(db: Database): SqlEngine {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const beginReading = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT one_write');
  const release = db.prepare('RELEASE one_write');
  const undo = db.prepare('ROLLBACK TO one_write');
  const firstRead = db.prepare('SELECT count(*) FROM sqlite_schema');
  const held = new Set<string>();
  const open = createOpenTransaction(db);

  /** Left open, a transaction that only reads would be in the way of every other for good. */
  function endReading(): void {
    // The engine ends a transaction by itself on some storage failures.
    if (!open.is()) return;
    try {
      commit.run();
    } catch (error) {
      if (open.is()) rollback.run();
      throw error;
    }
  }

  return {
    prepare: (sql) => db.prepare(sql),
    exec: (sql) => void db.exec(sql),
    get inTransaction() {
      return open.is();
    },
    begin: () => open.begin(begin),
    commit: () => void commit.run(),
    commitAside() {
      commit.run();
      return false;
    },
    endCommit: () => undefined,
    rollback: () => void rollback.run(),
    savepoint: () => void savepoint.run(),
    release: () => void release.run(),
    undo() {
      undo.run();
      release.run();
    },
    readAtOnce(body) {
      if (open.is()) return body();
      open.begin(beginReading);
      try {
        return body();
      } finally {
        endReading();
      }
    },
    beginReading() {
      open.begin(beginReading);
      try {
        // The state is that of the first read.
        firstRead.get();
      } catch (error) {
        endReading();
        throw error;
      }
      return endReading;
    },
    beginLoading: () => beginLoading(db),
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
    hearOfOthers: () => undefined,
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

/**
 * Whether a transaction is open: one that was when the database came, or one that was begun here, as all later ones are.
 * Asking the database takes a microsecond, several times in a request; where none was begun it need not be asked, and
 * where one was it has to be, since it ends some by itself.
 */
function createOpenTransaction(db: Database) {
  let wasBegun = db.inTransaction;
  return {
    begin(statement: Statement): void {
      statement.run();
      wasBegun = true;
    },
    is(): boolean {
      wasBegun &&= db.inTransaction;
      return wasBegun;
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
