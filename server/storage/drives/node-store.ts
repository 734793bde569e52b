/**
 * SQL over `drive_nodes`. Opens no name, verifies no MAC and checks no role. Call writes inside a transaction of the
 * commit queue.
 */

import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { nearestIdCondition } from '#server/storage/constant-work-lookup.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import type { ListedNodeRow, NodeChangePlace, NodeFilter, NodeRow } from './node-row.ts';

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

/** Creates the store of nodes. @param nowInstant returns the time for a node's change. */
export function createNodeStore(db: Statements, nowInstant: () => string) {
  const insert = db.prepare(
    `INSERT INTO drive_nodes (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const update = db.prepare(
    `UPDATE drive_nodes SET ${COLUMNS.slice(1)
      .map((name) => `${name} = @${name}`)
      .join(', ')} WHERE node_id = @node_id`,
  );
  const find = db.prepare<[string], NodeRow>('SELECT * FROM drive_nodes WHERE node_id = ?');
  // The node, or else a near one: see `findIn`.
  const scopeNear = db.prepare<[string], Pick<NodeRow, 'node_id' | 'security_group_id'>>(
    `SELECT node_id, security_group_id FROM drive_nodes WHERE ${nearestIdCondition('drive_nodes', 'node_id')}`,
  );
  const subtree = db.prepare<[{ node_id: NodeId }], NodeRow>(
    `${SUBTREE} SELECT node.* FROM subtree JOIN drive_nodes node USING (node_id)`,
  );
  // One statement, because a folder and its content must be deleted together in any order.
  const remove = db.prepare<[string]>(
    'DELETE FROM drive_nodes WHERE node_id IN (SELECT value FROM json_each(?) AS gone)',
  );
  const toRoot = db.prepare<[string]>(
    `UPDATE drive_nodes SET parent_id = NULL WHERE node_id = ?
       AND (is_deleted = 1 OR status = 'failed' OR NOT EXISTS (
         SELECT 1 FROM drive_nodes other WHERE other.security_group_id = drive_nodes.security_group_id
           AND ifnull(other.parent_id, '') = '' AND other.name_mac = drive_nodes.name_mac
           AND other.is_deleted = 0 AND other.status <> 'failed' AND other.node_id <> drive_nodes.node_id))`,
  );
  const children = db.prepare<[string], NodeRow>('SELECT * FROM drive_nodes WHERE parent_id = ?');
  const trashedWith = db.prepare<[string], NodeRow>(
    'SELECT * FROM drive_nodes WHERE is_deleted = 1 AND deleted_with = ?',
  );
  const byExam = db.prepare<[string], NodeRow>('SELECT * FROM drive_nodes WHERE exam_id = ?');
  const byExamAfter = db.prepare<[string, string, number], NodeRow>(
    'SELECT * FROM drive_nodes WHERE exam_id = ? AND node_id > ? ORDER BY node_id LIMIT ?',
  );
  const nameTaken = db
    .prepare<
      [{ security_group_id: SecurityGroupId; parent: string; name_mac: Uint8Array; but: string }],
      NodeId
    >(
      `SELECT node_id FROM drive_nodes WHERE security_group_id = @security_group_id
       AND ifnull(parent_id, '') = @parent AND name_mac = @name_mac
       AND is_deleted = 0 AND status <> 'failed' AND node_id <> @but`,
    )
    .pluck();
  const generations = db
    .prepare<[string], number>('SELECT DISTINCT gk_gen FROM drive_nodes WHERE security_group_id = ?')
    .pluck();
  // The unary plus makes SQLite use the order of ids, in which scans run.
  const selectAfter = db.prepare<[string, string, number], NodeRow>(
    'SELECT * FROM drive_nodes WHERE node_id > ? AND +security_group_id = ? ORDER BY node_id LIMIT ?',
  );
  const expired = db
    .prepare<[string], NodeId>("SELECT node_id FROM drive_nodes WHERE status = 'pending' AND created_at < ?")
    .pluck();
  const markFailed = db.prepare<[string]>(
    "UPDATE drive_nodes SET status = 'failed', charged_bytes = 0 WHERE node_id = ?",
  );
  const ids = db
    .prepare<[string, number], NodeId>(
      'SELECT node_id FROM drive_nodes WHERE node_id > ? ORDER BY node_id LIMIT ?',
    )
    .pluck();
  const touch = db.prepare<[string, string]>(
    `INSERT INTO drive_changes (node_id, security_group_id, updated_at)
     SELECT node_id, security_group_id, ? FROM drive_nodes WHERE node_id = ?
     ON CONFLICT (node_id) DO UPDATE SET updated_at = excluded.updated_at`,
  );
  const changedAt = db
    .prepare<[string], string>('SELECT updated_at FROM drive_changes WHERE node_id = ?')
    .pluck();
  const selectChanges = db.prepare<[string, string, string, number], NodeChangePlace & { node_id: NodeId }>(
    `SELECT updated_at, node_id FROM drive_changes
     WHERE security_group_id = ? AND (updated_at, node_id) > (?, ?) ORDER BY updated_at, node_id LIMIT ?`,
  );
  const usedBytes = db.prepare<[], number>('SELECT used_bytes FROM drive_usage').pluck();

  return {
    insert(row: NodeRow): void {
      insert.run(row);
      touch.run(nowInstant(), row.node_id);
    },
    update(row: NodeRow): void {
      update.run(row);
      touch.run(nowInstant(), row.node_id);
    },
    /** Marks a node as changed when only its pictures changed. */
    touch(nodeId: NodeId): void {
      touch.run(nowInstant(), nodeId);
    },
    /** Time of the node's last change. */
    changedAt: (nodeId: NodeId): string | undefined => changedAt.get(nodeId),
    /** Nodes of the group changed after a position, the oldest change first. */
    listChangesAfter: (securityGroupId: SecurityGroupId, after: NodeChangePlace, limit: number) =>
      selectChanges.all(securityGroupId, after.updated_at, after.node_id, limit),
    find: (nodeId: NodeId): NodeRow | undefined => find.get(nodeId),
    /** The owner of a blob: a file uploaded in one request is stored under its own id. */
    ownerOf: (blob: string): NodeId | undefined => find.get(blob)?.node_id,
    /** A node of another group costs as much work as a missing one, so timing does not reveal that it exists. */
    findIn(securityGroupId: SecurityGroupId, nodeId: NodeId): NodeRow | undefined {
      const scope = scopeNear.get(nodeId);
      if (scope?.security_group_id !== securityGroupId || scope.node_id !== nodeId) return undefined;
      return find.get(nodeId);
    },
    /** Ids after `nodeId` ('' for the first), in order: for scans over all nodes. */
    listIdsAfter: (after: string, limit: number): NodeId[] => ids.all(after, limit),
    /** The node and everything under it, whatever its state. */
    subtree: (nodeId: NodeId): NodeRow[] => subtree.all({ node_id: nodeId }),
    /** Parts and manifests are deleted with their nodes. */
    delete(nodeIds: readonly NodeId[]): void {
      remove.run(JSON.stringify(nodeIds));
    },
    children: (nodeId: NodeId): NodeRow[] => children.all(nodeId),
    /**
     * Moves a node that does not verify out of a folder being deleted, keeping its change time. @returns false when the
     * root has that name already.
     */
    moveToRoot: (nodeId: NodeId): boolean => toRoot.run(nodeId).changes === 1,
    trashedWith: (nodeId: NodeId): NodeRow[] => trashedWith.all(nodeId),
    byExam: (examId: DocumentId): NodeRow[] => byExam.all(examId),
    /** Lists files of an exam in id order, after `after` ('' for the first). */
    listByExamAfter: (examId: DocumentId, after: string, limit: number): NodeRow[] =>
      byExamAfter.all(examId, after, limit),
    /** The active node with this name MAC. */
    bearerOf: (
      securityGroupId: SecurityGroupId,
      parentId: NodeId | null,
      nameMac: Uint8Array,
      butNodeId: NodeId,
    ): NodeId | undefined =>
      nameTaken.get({
        security_group_id: securityGroupId,
        parent: parentId ?? '',
        name_mac: nameMac,
        but: butNodeId,
      }),
    /** True when an active node other than `butNodeId` has this name MAC. */
    isNameTaken: (
      securityGroupId: SecurityGroupId,
      parentId: NodeId | null,
      nameMac: Uint8Array,
      butNodeId: NodeId,
    ) =>
      nameTaken.get({
        security_group_id: securityGroupId,
        parent: parentId ?? '',
        name_mac: nameMac,
        but: butNodeId,
      }) !== undefined,
    /** Key generations in use; more than one only while a rotation runs. */
    generations: (securityGroupId: SecurityGroupId): number[] => generations.all(securityGroupId),
    /** Rows of the group in id order, after `after` ('' for the first). */
    listAfter: (securityGroupId: SecurityGroupId, after: string, limit: number): NodeRow[] =>
      selectAfter.all(after, securityGroupId, limit),
    pendingSince: (instant: string): NodeId[] => expired.all(instant),
    markFailed(nodeId: NodeId): void {
      markFailed.run(nodeId);
      touch.run(nowInstant(), nodeId);
    },
    usedBytes: (): number => usedBytes.get() ?? 0,
    /** Unsorted, because only the caller can sort by sealed names. */
    listNames(filter: NodeFilter): ListedNodeRow[] {
      const [where, values] = conditions(filter);
      return db
        .prepare<unknown[], ListedNodeRow>(
          `SELECT node.node_id, node.security_group_id, kind, encrypted_name, gk_gen, encrypted_dek, updated_at
           FROM drive_nodes node JOIN drive_changes USING (node_id) WHERE ${where}`,
        )
        .all(...values);
    },
  };
}

function conditions(filter: NodeFilter): [where: string, values: unknown[]] {
  const clauses = ['node.security_group_id = ?'];
  const values: unknown[] = [filter.security_group_id];
  function add(clause: string, value: unknown): void {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  }
  if (filter.parent_id !== undefined) add('parent_id IS NOT DISTINCT FROM ?', filter.parent_id);
  add('exam_id = ?', filter.exam_id);
  add('kind = ?', filter.kind);
  add('status = ?', filter.status);
  add('is_deleted = ?', filter.is_deleted);
  if (filter.updated_since !== undefined) {
    clauses.push('drive_changes.security_group_id = ?');
    values.push(filter.security_group_id);
    add('updated_at >= ?', filter.updated_since);
  }
  if (filter.trashedThemselves) clauses.push('deleted_with = node_id');
  return [clauses.join(' AND '), values];
}
