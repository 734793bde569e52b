/** Assigns change numbers over the whole vault, without gaps and in commit order. */

import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface ChangeNumbers {
  /** Call inside the transaction of the change. */
  readonly next: () => number;
  /** Number of the newest change; 0 before the first. */
  readonly last: () => number;
}

export function createChangeNumbers(db: Statements): ChangeNumbers {
  const select = db.prepare<[], number>('SELECT last_seq FROM document_changes').pluck();
  const advance = db.prepare<[number, number]>('UPDATE document_changes SET last_seq = ? WHERE last_seq = ?');
  /** The newest number known here; outdated after a foreign write or a rollback. */
  let newest = 0;
  const last = () => select.get() ?? 0;
  return {
    last,
    next() {
      if (!updatesSingleRow(advance, newest + 1, newest)) {
        newest = last();
        advance.run(newest + 1, newest);
      }
      newest += 1;
      return newest;
    },
  };
}
