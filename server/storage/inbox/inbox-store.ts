/** SQL over received items that wait for an unlock. Has no keys; call writes inside a transaction. */

import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface InboxRow {
  /** Id of the future file; names the sealed content. */
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  /** Generation of the group key from which the inbox key is derived. */
  readonly generation: number;
  readonly sealed_keys: Uint8Array;
  readonly encrypted_header: Uint8Array;
  /** Size of the item in plaintext bytes. */
  readonly size: number;
  readonly study_tag: Uint8Array;
  readonly received_at: string;
}

export interface InboxCounts {
  readonly studies: number;
  readonly images: number;
  readonly bytes: number;
  readonly last_received_at: string | null;
}

export type InboxStore = ReturnType<typeof createInboxStore>;

export function createInboxStore(db: Statements) {
  const insert = db.prepare<[InboxRow]>(
    `INSERT INTO inbox_items (node_id, security_group_id, generation, sealed_keys, encrypted_header, size,
       study_tag, received_at)
     VALUES (@node_id, @security_group_id, @generation, @sealed_keys, @encrypted_header, @size, @study_tag,
       @received_at)`,
  );
  const find = db.prepare<[string], InboxRow>('SELECT * FROM inbox_items WHERE node_id = ?');
  const selectAfter = db.prepare<[string, string, number], InboxRow>(
    'SELECT * FROM inbox_items WHERE security_group_id = ? AND node_id > ? ORDER BY node_id LIMIT ?',
  );
  const selectIdsAfter = db
    .prepare<[string, number], NodeId>(
      'SELECT node_id FROM inbox_items WHERE node_id > ? ORDER BY node_id LIMIT ?',
    )
    .pluck();
  const updateKeys = db.prepare<[Pick<InboxRow, 'node_id' | 'generation' | 'sealed_keys'>]>(
    'UPDATE inbox_items SET generation = @generation, sealed_keys = @sealed_keys WHERE node_id = @node_id',
  );
  const remove = db.prepare<[string]>('DELETE FROM inbox_items WHERE node_id = ?');
  const groups = db
    .prepare<[], SecurityGroupId>('SELECT DISTINCT security_group_id FROM inbox_items')
    .pluck();
  const counts = db.prepare<[], InboxCounts>(
    `SELECT count(DISTINCT study_tag) AS studies, count(*) AS images, coalesce(sum(size), 0) AS bytes,
       max(received_at) AS last_received_at FROM inbox_items`,
  );

  return {
    insert(row: InboxRow): void {
      insert.run(row);
    },
    find: (nodeId: NodeId): InboxRow | undefined => find.get(nodeId),
    /** Items of the group in order of arrival, after `after` ('' for the first). */
    listAfter: (securityGroupId: SecurityGroupId, after: string, limit: number): InboxRow[] =>
      selectAfter.all(securityGroupId, after, limit),
    /** Lists item ids over all groups. */
    listIdsAfter: (after: string, limit: number): NodeId[] => selectIdsAfter.all(after, limit),
    updateKeys(row: Pick<InboxRow, 'node_id' | 'generation' | 'sealed_keys'>): void {
      updateKeys.run(row);
    },
    delete(nodeId: NodeId): void {
      remove.run(nodeId);
    },
    groups: (): SecurityGroupId[] => groups.all(),
    counts: (): InboxCounts => counts.get() ?? { studies: 0, images: 0, bytes: 0, last_received_at: null },
  };
}
