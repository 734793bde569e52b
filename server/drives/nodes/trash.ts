/**
 * The trash of a drive. A folder takes its active content along and brings exactly that back; what was
 * trashed before on its own stays trashed. Purging removes the rows and then the sealed files; a crash
 * in between leaves files no row knows, which the next sweep removes.
 * Source: choices, "Drives" and "Documents" (trash, purge).
 */
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { DrivesCore } from '../drives-core.ts';
import { renamed } from './patch-node.ts';

/** After a purge the write-ahead log, too, is emptied within this time. */
const PURGE_CHECKPOINT_MS = 5_000;

/** Repeatable: a node in the trash stays as it is. */
export function trashNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  nodeId: string,
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
      if (node.node_id === nodeId) trashed = next;
    }
    return trashed;
  });
}

/**
 * Back to where it was; to the root of the drive when its folder is gone into the trash itself.
 * A file whose name is taken there by now gets a number.
 * @throws document_not_deleted; name_taken for a folder whose name is taken.
 */
export function restoreNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  nodeId: string,
  options: WriteOptions,
): Promise<NodeRow> {
  core.reader.get(actor, securityGroupId, nodeId, 'editor');
  return core.deps.commits.write(() => {
    const row = getTrashed(core, actor, securityGroupId, nodeId, 'editor');
    const mark = { is_deleted: 0, deleted_at: null, deleted_with: null } as const;
    const parent = row.parent_id === null ? undefined : core.nodes.find(row.parent_id);
    const place = { ...row, parent_id: parent?.is_deleted === 0 ? row.parent_id : null };
    const restored = restamp(core, actor, row, {
      ...mark,
      parent_id: place.parent_id,
      ...renamed(core, actor, place, undefined),
    });
    for (const node of core.nodes.trashedWith(nodeId)) restamp(core, actor, node, mark);
    options.withinTransaction?.(nodeId);
    return restored;
  });
}

/**
 * Removes the node, a folder with all it holds, for good.
 * @returns the node as it was.
 * @throws document_not_deleted, permission_denied unless the actor is an owner.
 */
export async function purgeNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  nodeId: string,
): Promise<DriveNode> {
  getTrashed(core, actor, securityGroupId, nodeId, 'owner');
  const { purged, nodeIds, blobIds } = await core.deps.commits.write(() => {
    const row = getTrashed(core, actor, securityGroupId, nodeId, 'owner');
    const gone = core.nodes.subtree(nodeId).map((node) => node.node_id);
    const attempts = gone.flatMap((id) => core.parts.list(id).map((part) => part.attempt_id));
    core.nodes.deleteSubtree(nodeId);
    return { purged: core.reader.view(actor, row), nodeIds: gone, blobIds: [...gone, ...attempts] };
  });
  core.deps.commits.requestCheckpointWithin(PURGE_CHECKPOINT_MS);
  for (const id of nodeIds) core.keeper.forget(actor.keyRing, id);
  await core.blobs.remove(blobIds);
  return purged;
}

function getTrashed(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  nodeId: string,
  needed: 'editor' | 'owner',
): NodeRow {
  const row = core.reader.get(actor, securityGroupId, nodeId, needed);
  if (row.is_deleted === 0) throw new VaultError('document_not_deleted', 'This is not in the trash.');
  return row;
}

function restamp(core: DrivesCore, actor: Actor, row: NodeRow, change: Partial<NodeRow>): NodeRow {
  const next = core.keeper.restamp(actor.keyRing, row, change);
  core.nodes.update(next);
  return next;
}
