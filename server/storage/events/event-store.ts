import type { Resource } from '#contract/documents/document-index.ts';
import type { EventChange, EventKind } from '#contract/events/change-event.ts';
import type { PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { insertInto, valuesOf } from '#server/storage/positional-parameters.ts';

export interface EventRow {
  readonly seq: number;
  readonly event: EventKind;
  /** Group of the changed object; null for events of a single principal (sessions). */
  readonly security_group_id: SecurityGroupId | null;
  readonly resource: Resource | null;
  readonly object_id: string;
  readonly change: EventChange;
  readonly version_id: VersionId | null;
  readonly draft_rev: string | null;
  readonly by_principal: PrincipalId;
}

const INSERTED = [
  'event',
  'security_group_id',
  'resource',
  'object_id',
  'change',
  'version_id',
  'draft_rev',
  'by_principal',
] as const satisfies readonly (keyof EventRow)[];

export function createEventStore(db: Statements) {
  const insert = db.prepare<EventRow[keyof EventRow][]>(insertInto('change_events', INSERTED));
  const selectAfter = db.prepare<[number, number], EventRow>(
    'SELECT * FROM change_events WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const selectLast = db
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'change_events'")
    .pluck();
  const selectFirst = db.prepare<[], number>('SELECT seq FROM change_events ORDER BY seq LIMIT 1').pluck();
  const deleteUpTo = db.prepare<[number]>('DELETE FROM change_events WHERE seq <= ?');
  const last = () => selectLast.get() ?? 0;
  return {
    insert: (row: Omit<EventRow, 'seq'>) => void insert.run(...valuesOf(row, INSERTED)),
    /** Lists events oldest first. */
    listAfter: (seq: number, limit: number) => selectAfter.all(seq, limit),
    /** Number of the newest event ever recorded; 0 before the first. */
    last,
    /** Number of the oldest stored event; one past the last when none is stored. */
    first: () => selectFirst.get() ?? last() + 1,
    deleteUpTo: (seq: number) => void deleteUpTo.run(seq),
  };
}
