/** Which rows the open transaction has changed, as triggers noted it, and who is told. */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow } from '#server/db/engine/changed-row.ts';
import type { Pipeline } from './pipeline.ts';
import { objectsOf } from './wire/answer-rows.ts';

interface NotedRow extends ChangedRow {
  readonly place: number;
  readonly document_id: DocumentId | null;
  /** 1 where the MAC or the generation is another one. */
  readonly is_other: number;
}

const TAKE = `DELETE FROM changed_rows
  RETURNING place, kind, security_group_id, id, old_generation, old_mac, new_generation, new_mac,
    CASE kind WHEN 'document' THEN id END AS document_id,
    old_mac IS DISTINCT FROM new_mac OR old_generation IS DISTINCT FROM new_generation AS is_other`;

export function createNotedRows({ ask }: Pick<Pipeline, 'ask'>) {
  const watchers: ((documentId: DocumentId, rowMac: Uint8Array | null) => void)[] = [];
  return {
    watch: (onChanged: (typeof watchers)[number]) => void watchers.push(onChanged),
    isWatched: () => watchers.length > 0,
    /** In the order they were changed; forgets them. */
    take(): readonly ChangedRow[] {
      const noted = objectsOf<NotedRow>(ask(TAKE)).toSorted((left, right) => left.place - right.place);
      const changes = Map.groupBy(noted, ({ document_id }) => document_id);
      for (const [documentId, ofRow] of changes) {
        // Of a row that was changed more than once nobody says which change was told of.
        const rowMac = ofRow.length === 1 ? (ofRow[0]?.new_mac ?? null) : null;
        if (documentId !== null) for (const told of watchers) told(documentId, rowMac);
      }
      // Other columns change without the MAC only where somebody tampers; that row is read again all the same.
      return noted.flatMap(({ is_other, document_id: _, place: __, ...row }) =>
        is_other === 1 ? [row] : [],
      );
    },
  };
}
