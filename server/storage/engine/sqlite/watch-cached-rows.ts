/**
 * Reports when cached rows of `documents` and `document_versions` are outdated: own changes row by row, through
 * triggers of this connection; other connections' through SQLite's `data_version`, which costs a tenth of reading a row
 * and its version.
 */
import type { Database } from 'better-sqlite3';
import type { DocumentId } from '#contract/ids.ts';
import type { RowWatch } from '#server/storage/engine/sql-engine.ts';

const WATCHED = ['documents', 'document_versions'];
const CHANGES = ['UPDATE', 'DELETE'];

/** Each watch of a connection has its own function and triggers. */
let watches = 0;

/** `onChanged` runs inside the transaction, also for a change rolled back later; it must not use the database. */
export function watchDocumentRows(
  db: Database,
  onChanged: (documentId: DocumentId) => void,
  isInTransaction: () => boolean,
): RowWatch {
  watches += 1;
  const told = `document_row_changed_${watches}`;
  db.function(told, (documentId: DocumentId) => {
    onChanged(documentId);
    return null;
  });
  for (const table of WATCHED) {
    for (const change of CHANGES) {
      // Temporary triggers: only for this connection, not stored.
      db.exec(`CREATE TEMP TRIGGER ${told}_${table}_${change} AFTER ${change} ON main.${table}
        BEGIN SELECT ${told}(OLD.document_id); END`);
    }
  }
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  let seen = dataVersion.get();
  let isAsked = false;
  return {
    hasNoForeignWrites() {
      if (isAsked) return true;
      isAsked = true;
      setImmediate(() => {
        isAsked = false;
      });
      const now = dataVersion.get();
      const isAlone = now === seen;
      seen = now;
      return isAlone;
    },
    isPolledThisTick: () => true,
    isCommitted: () => !isInTransaction(),
  };
}
