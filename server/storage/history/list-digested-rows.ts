/** Lists the rows that state digests count, by kind and id, for scans over all of them. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface StateRow {
  readonly security_group_id: SecurityGroupId;
  readonly id: string;
  readonly generation: number;
  readonly row_mac: Uint8Array;
}

export function createStateRows(db: Statements) {
  const select = {
    document: db.prepare<[string, number], StateRow>(
      `SELECT security_group_id, document_id AS id, group_key_generation AS generation, row_mac FROM documents
       WHERE document_id > ? ORDER BY document_id LIMIT ?`,
    ),
    node: db.prepare<[string, number], StateRow>(
      `SELECT security_group_id, node_id AS id, gk_gen AS generation, row_mac FROM drive_nodes
       WHERE node_id > ? ORDER BY node_id LIMIT ?`,
    ),
  };
  return {
    /** Lists rows after an id ('' for the first). */
    listAfter: (kind: 'document' | 'node', after: string, limit: number) => select[kind].all(after, limit),
  };
}
