/**
 * Records the rows changed by the open transaction, as triggers noted or the code predicted, and notifies listeners.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow, PredictedRow } from '#server/storage/engine/changed-row.ts';
import type { Pipeline } from './pipeline.ts';
import { assertThat } from './postgres-sql.ts';
import { objectsOf } from './wire/result-rows.ts';

interface NotedRow extends ChangedRow {
  readonly place: number;
  readonly document_id: DocumentId | null;
  /** 1 when the MAC or the generation changed. */
  readonly is_other: number;
}

const TAKE = `DELETE FROM changed_rows
  RETURNING place, kind, security_group_id, id, old_generation, old_mac, new_generation, new_mac,
    CASE kind WHEN 'document' THEN id END AS document_id,
    old_mac IS DISTINCT FROM new_mac OR old_generation IS DISTINCT FROM new_generation AS is_other`;

/** All noted rows as one text; `formatStatus` gives the same text for predicted rows. */
const NOTED_IN_WORDS = `coalesce(string_agg(concat_ws(' ', kind, security_group_id, id,
    coalesce(old_generation::text, '-'), coalesce(encode(old_mac, 'hex'), '-'),
    coalesce(new_generation::text, '-'), coalesce(encode(new_mac, 'hex'), '-')), ',' ORDER BY place), '')`;

const ASSERT_AS_FORESEEN = `SELECT ${assertThat(`${NOTED_IN_WORDS} = $1::text`)} FROM changed_rows`;

function inWords({ kind, security_group_id, id, ...row }: ChangedRow): string {
  const { old_generation, old_mac, new_generation, new_mac } = row;
  const hex = (mac: Uint8Array | null) => (mac === null ? '-' : Buffer.from(mac).toString('hex'));
  return [
    ...[kind, security_group_id, id],
    ...[old_generation ?? '-', hex(old_mac), new_generation ?? '-', hex(new_mac)],
  ].join(' ');
}

export function createChangedRowLog({ ask, sendUnread }: Pick<Pipeline, 'ask' | 'sendUnread'>) {
  const watchers: ((documentId: DocumentId, rowMac: Uint8Array | null) => void)[] = [];

  function notify(documentId: DocumentId, changes: readonly ChangedRow[]): void {
    // A row changed more than once is reported without a MAC, because a watcher may know either change.
    const rowMac = changes.length === 1 ? (changes[0]?.new_mac ?? null) : null;
    for (const told of watchers) told(documentId, rowMac);
  }

  return {
    watch: (onChanged: (typeof watchers)[number]) => void watchers.push(onChanged),
    isWatched: () => watchers.length > 0,
    /** Returns the rows in order of change and clears the list. */
    take(): readonly ChangedRow[] {
      const noted = objectsOf<NotedRow>(ask(TAKE)).toSorted((left, right) => left.place - right.place);
      for (const [documentId, changes] of Map.groupBy(noted, ({ document_id }) => document_id))
        if (documentId !== null) notify(documentId, changes);
      // Other columns change without the MAC only by tampering; such a row is read again as well.
      return noted.flatMap(({ is_other, document_id: _, place: __, ...row }) =>
        is_other === 1 ? [row] : [],
      );
    },
    /** Returns changed rows like `take`, without a round trip: the transaction fails if other rows were changed. */
    takePredicted(rows: readonly PredictedRow[]): readonly ChangedRow[] {
      sendUnread(ASSERT_AS_FORESEEN, [rows.map(inWords).join(',')]);
      for (const [documentId, changes] of Map.groupBy(rows, ({ id }) => id)) notify(documentId, changes);
      return rows;
    },
  };
}
