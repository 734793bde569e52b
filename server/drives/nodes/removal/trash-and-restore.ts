/**
 * Trashes and restores nodes. A folder takes its active content along and restores exactly that; content trashed
 * earlier stays trashed. Source: choices, "Drives" and "Documents" (trash).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { renameColumns } from '#server/drives/nodes/patch-node.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { nowInstant } from '#server/system/clock.ts';

/** Idempotent: a node in the trash stays unchanged. */
export function trashNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
): Promise<NodeRow> {
  core.reader.get(actor, securityGroupId, nodeId, 'editor');
  return core.deps.commits.write(() => {
    const row = core.reader.get(actor, securityGroupId, nodeId, 'editor');
    if (row.is_deleted === 1) return row;
    const mark = { is_deleted: 1, deleted_at: nowInstant(core.deps.clock), deleted_with: nodeId } as const;
    let trashed = row;
    for (const node of core.nodes.subtree(nodeId)) {
      if (node.is_deleted === 1) continue;
      const next = restamp(core, actor, node, mark);
      if (node.node_id === nodeId && next !== undefined) trashed = next;
    }
    publishNodeChange(core, trashed, 'trashed', actor.principal_id);
    return trashed;
  });
}

/**
 * Restores a node to its folder, or to the drive's root when that folder is in the trash. A file whose name is taken by
 * then gets a number.
 * @throws document_not_deleted; name_taken for a folder whose name is taken.
 */
export function restoreNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
  options: WriteOptions,
): Promise<NodeRow> {
  core.reader.get(actor, securityGroupId, nodeId, 'editor');
  return core.deps.commits.write(() => {
    const row = getTrashed(core, actor, securityGroupId, nodeId, 'editor');
    const mark = { is_deleted: 0, deleted_at: null, deleted_with: null } as const;
    const parent = row.parent_id === null ? undefined : core.nodes.find(row.parent_id);
    const place = { ...row, parent_id: parent?.is_deleted === 0 ? row.parent_id : null };
    const change = { ...mark, parent_id: place.parent_id, ...renameColumns(core, actor, place, undefined) };
    const restored = core.keeper.stamp(actor.keyRing, { ...row, ...change });
    core.nodes.update(restored);
    for (const node of core.nodes.trashedWith(nodeId)) restamp(core, actor, node, mark);
    publishNodeChange(core, restored, 'restored', actor.principal_id);
    options.withinTransaction?.(nodeId);
    return restored;
  });
}

/** Returns the row of a trashed node. @throws document_not_deleted */
export function getTrashed(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
  needed: 'editor' | 'owner',
): NodeRow {
  const row = core.reader.get(actor, securityGroupId, nodeId, needed);
  if (row.is_deleted === 0) throw new VaultError('document_not_deleted', 'This is not in the trash.');
  return row;
}

function restamp(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  change: Partial<NodeRow>,
): NodeRow | undefined {
  const next = core.keeper.restamp(actor.keyRing, row, change);
  if (next !== undefined) core.nodes.update(next);
  return next;
}
