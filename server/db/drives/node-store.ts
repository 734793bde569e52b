/**
 * SQL over `drive_nodes`. Rows in, rows out: nothing here opens a name, checks a MAC or knows a role.
 * Writes are called inside a transaction of the commit queue.
 */
import type { Database } from 'better-sqlite3';
import type { NodeFilter, NodeNameRow, NodeRow } from './node-row.ts';

const COLUMNS = [
  'node_id',
  'security_group_id',
  'kind',
  'status',
  'parent_id',
  'exam_id',
  'transfer',
  'part_size',
  'declared_size',
  'size',
  'charged_bytes',
  'mime_type',
  'media_kind',
  'encrypted_name',
  'name_mac',
  'gk_gen',
  'encrypted_dek',
  'created_by',
  'created_at',
  'completed_at',
  'is_deleted',
  'deleted_at',
  'deleted_with',
  'row_rev',
  'row_mac',
] as const satisfies readonly (keyof NodeRow)[];

const SUBTREE = `WITH RECURSIVE subtree (node_id) AS (
  SELECT @node_id UNION SELECT child.node_id FROM drive_nodes child JOIN subtree ON child.parent_id = subtree.node_id
)`;

export type NodeStore = ReturnType<typeof createNodeStore>;

export function createNodeStore(db: Database) {
  const insert = db.prepare(
    `INSERT INTO drive_nodes (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const update = db.prepare(
    `UPDATE drive_nodes SET ${COLUMNS.slice(1)
      .map((name) => `${name} = @${name}`)
      .join(', ')} WHERE node_id = @node_id`,
  );
  const find = db.prepare<[string], NodeRow>('SELECT * FROM drive_nodes WHERE node_id = ?');
  const subtree = db.prepare<[{ node_id: string }], NodeRow>(
    `${SUBTREE} SELECT node.* FROM subtree JOIN drive_nodes node USING (node_id)`,
  );
  const deleteSubtree = db.prepare<[{ node_id: string }]>(
    `${SUBTREE} DELETE FROM drive_nodes WHERE node_id IN (SELECT node_id FROM subtree)`,
  );
  const trashedWith = db.prepare<[string], NodeRow>(
    'SELECT * FROM drive_nodes WHERE is_deleted = 1 AND deleted_with = ?',
  );
  const byExam = db.prepare<[string], NodeRow>('SELECT * FROM drive_nodes WHERE exam_id = ?');
  const nameTaken = db
    .prepare<[{ security_group_id: string; parent: string; name_mac: Uint8Array; but: string }], string>(
      `SELECT node_id FROM drive_nodes WHERE security_group_id = @security_group_id
       AND ifnull(parent_id, '') = @parent AND name_mac = @name_mac
       AND is_deleted = 0 AND status <> 'failed' AND node_id <> @but`,
    )
    .pluck();
  const generations = db
    .prepare<[string], number>('SELECT DISTINCT gk_gen FROM drive_nodes WHERE security_group_id = ?')
    .pluck();
  const olderThan = db.prepare<[string, number, number], NodeRow>(
    'SELECT * FROM drive_nodes WHERE security_group_id = ? AND gk_gen < ? LIMIT ?',
  );
  const expired = db
    .prepare<[string], string>("SELECT node_id FROM drive_nodes WHERE status = 'pending' AND created_at < ?")
    .pluck();
  const markFailed = db.prepare<[string]>(
    "UPDATE drive_nodes SET status = 'failed', charged_bytes = 0 WHERE node_id = ?",
  );
  const usedBytes = db.prepare<[], number>('SELECT used_bytes FROM drive_usage').pluck();

  return {
    insert(row: NodeRow): void {
      insert.run(row);
    },
    update(row: NodeRow): void {
      update.run(row);
    },
    find: (nodeId: string): NodeRow | undefined => find.get(nodeId),
    /** The node and everything under it, whatever its state. */
    subtree: (nodeId: string): NodeRow[] => subtree.all({ node_id: nodeId }),
    /** Parts and manifests go with their nodes. */
    deleteSubtree(nodeId: string): void {
      deleteSubtree.run({ node_id: nodeId });
    },
    trashedWith: (nodeId: string): NodeRow[] => trashedWith.all(nodeId),
    byExam: (examId: string): NodeRow[] => byExam.all(examId),
    /** Whether an active node other than `butNodeId` bears the name behind this MAC. */
    isNameTaken: (securityGroupId: string, parentId: string | null, nameMac: Uint8Array, butNodeId: string) =>
      nameTaken.get({
        security_group_id: securityGroupId,
        parent: parentId ?? '',
        name_mac: nameMac,
        but: butNodeId,
      }) !== undefined,
    /** Key generations in use; more than one only while a rotation runs. */
    generations: (securityGroupId: string): number[] => generations.all(securityGroupId),
    olderThanGeneration: (securityGroupId: string, generation: number, limit: number): NodeRow[] =>
      olderThan.all(securityGroupId, generation, limit),
    pendingSince: (instant: string): string[] => expired.all(instant),
    markFailed(nodeId: string): void {
      markFailed.run(nodeId);
    },
    usedBytes: (): number => usedBytes.get() ?? 0,
    /** Unsorted: order is by sealed name, so only the caller can make it. */
    listNames(filter: NodeFilter): NodeNameRow[] {
      const [where, values] = conditions(filter);
      return db
        .prepare<unknown[], NodeNameRow>(
          `SELECT node_id, security_group_id, kind, encrypted_name, gk_gen, encrypted_dek FROM drive_nodes WHERE ${where}`,
        )
        .all(...values);
    },
  };
}

function conditions(filter: NodeFilter): [where: string, values: unknown[]] {
  const clauses = ['security_group_id = ?'];
  const values: unknown[] = [filter.security_group_id];
  function add(clause: string, value: unknown): void {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  }
  if (filter.parent_id !== undefined) add('parent_id IS ?', filter.parent_id);
  add('exam_id = ?', filter.exam_id);
  add('kind = ?', filter.kind);
  add('status = ?', filter.status);
  add('is_deleted = ?', filter.is_deleted);
  if (filter.trashedThemselves) clauses.push('deleted_with = node_id');
  return [clauses.join(' AND '), values];
}
