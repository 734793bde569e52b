/** Every sealed file some row speaks of, as the clear columns say. Nothing here is believed: it is compared. */
import type { NodeId } from '#contract/ids.ts';
import type { Statements } from '#server/db/engine/sql-engine.ts';

export interface ExpectedBlob {
  readonly blob_id: string;
  readonly node_id: NodeId;
  readonly kind: 'content' | 'part' | 'picture' | 'received';
  /** Plaintext bytes; null where no column says. */
  readonly size: number | null;
}

export function listExpectedBlobs(db: Statements): ExpectedBlob[] {
  return db
    .prepare<[], ExpectedBlob>(
      `SELECT node_id AS blob_id, node_id, 'content' AS kind, size FROM drive_nodes
         WHERE kind = 'file' AND transfer = 'single' AND status = 'ready'
       UNION ALL SELECT attempt_id, node_id, 'part', size FROM drive_parts
       UNION ALL SELECT blob_id, node_id, 'picture', size FROM drive_variants
       UNION ALL SELECT node_id, node_id, 'received', size FROM inbox_items`,
    )
    .all();
}
