/**
 * The transaction of one connection. An optimistic one runs its parts without savepoints, each of which costs as much
 * as writing a row, because parts rarely fail after a write. If one does, it cannot be rolled back alone: the
 * transaction ends with `OptimisticTransactionError` and runs again as a careful one, with a savepoint for each part.
 */
import type { Database } from 'better-sqlite3';
import { OptimisticTransactionError } from '#server/storage/engine/optimistic-transaction-error.ts';

export function createOpenTransaction(db: Database) {
  const beginWriting = db.prepare('BEGIN IMMEDIATE');
  const beginReading = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT one_write');
  const release = db.prepare('RELEASE one_write');
  const undo = db.prepare('ROLLBACK TO one_write');
  /** Rows this connection has written since it was opened. */
  const countWrites = db.prepare<[], number>('SELECT total_changes()').pluck();
  let wasBegun = db.inTransaction;
  let isBelieving = false;
  /** Number of rows written before each open part of an optimistic transaction. */
  let parts: (number | undefined)[] = [];
  let wasOtherwise = false;

  function begun(believes: boolean): void {
    wasBegun = true;
    isBelieving = believes;
    parts = [];
    wasOtherwise = false;
  }

  function assertAsBelieved(): void {
    if (wasOtherwise) throw new OptimisticTransactionError();
  }

  return {
    begin(isCareful = false): void {
      beginWriting.run();
      begun(!isCareful);
    },

    beginReading(): void {
      beginReading.run();
      begun(false);
    },

    /**
     * True when a transaction is open. Tracked here, because asking SQLite takes a microsecond several times per
     * request; asked only when one was begun, because SQLite ends some automatically.
     */
    is(): boolean {
      wasBegun &&= db.inTransaction;
      return wasBegun;
    },

    /**
     * Commits the transaction. @throws OptimisticTransactionError where a part that had written should have been
     * rolled back: nothing is committed
     */
    commit(): void {
      assertAsBelieved();
      commit.run();
    },

    rollback: () => void rollback.run(),

    savepoint(): void {
      assertAsBelieved();
      if (isBelieving) parts.push(countWrites.get());
      else savepoint.run();
    },

    release(): void {
      if (isBelieving) parts.pop();
      else release.run();
    },

    undo(): void {
      if (isBelieving) {
        const before = parts.pop();
        wasOtherwise ||= before !== countWrites.get();
      } else {
        undo.run();
        release.run();
      }
    },
  };
}
