/**
 * The transaction of one connection. One that believes lets its parts go through without a savepoint, which costs as
 * much as writing a row, and keeps a copy of every page for the way back: hardly any part fails once it has written.
 * Where one did, there is no way back to its beginning; the transaction ends with `OptimisticTransactionError` and is begun again
 * carefully, with a savepoint for each part.
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
  /** Of the parts of a believing transaction that are open: what had been written before. */
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
     * Whether one is open: that was when the database came, or was begun here, as all later ones are. Asking the database
     * takes a microsecond, several times in a request; where none was begun it need not be asked, and where one was it
     * has to be, since it ends some by itself.
     */
    is(): boolean {
      wasBegun &&= db.inTransaction;
      return wasBegun;
    },

    /** @throws NotAsBelievedError where a part that had written was to be taken back: nothing is committed */
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
