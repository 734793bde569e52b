/**
 * Keeps local names of nodes that were renamed on both sides. The home vault's name is used; the local one stays sealed
 * until its author decides. Source: clinic design, section 9.
 */
import type { NodeId } from '#contract/ids.ts';
import type { RenameChoice } from '#contract/sync/travelling-copy.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { patchNode } from '#server/drives/nodes/patch-node.ts';
import { type Actor, notFoundError, requireRoleForObject } from '#server/identity/actor/actor.ts';
import { equalColumns } from '#server/identity/requests/row-as-json.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { CopyConflictStore } from '#server/storage/travelling-copy/copy-conflict-store.ts';
import type { CopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { mergeBaseOf } from './node-merge-base.ts';

/** The sealed local name; undefined where there is none, or the node was renamed here since. */
export type FindLocalName = NonNullable<DrivesDeps['findOwnName']>;

export function createFindLocalName(
  nodes: Pick<CopyNodesStore, 'find'>,
  meetings: Pick<CopyConflictStore, 'findName'>,
): FindLocalName {
  return ({ node_id, encrypted_name }) => {
    const own = meetings.findName(node_id);
    if (own === undefined) return undefined;
    const theirs = mergeBaseOf(nodes.find(node_id))?.encrypted_name;
    return theirs !== undefined && equalColumns(theirs, encrypted_name) ? own : undefined;
  };
}

/**
 * Call inside the transaction that stores the pulled row. `before`: the previous merge base.
 * @throws CryptoError
 */
export function recordRenameConflict(
  core: DrivesCore,
  meetings: CopyConflictStore,
  { keyRing }: Actor,
  { local, before, merged }: { readonly local: NodeRow; readonly before: NodeRow; readonly merged: NodeRow },
): void {
  const { node_id, encrypted_name } = local;
  if (equalColumns(encrypted_name, before.encrypted_name)) return;
  // Its DEK is unchanged; the key of its former group may be gone.
  const own = core.keeper.nameOf(keyRing, { ...merged, encrypted_name });
  if (own === core.keeper.nameOf(keyRing, merged)) meetings.deleteName(node_id);
  else meetings.updateName({ node_id, encrypted_name });
}

/**
 * Chooses one of the two names.
 * @throws not_found where there is none, permission_denied; for keeping the local name errors of a rename
 */
export async function resolveRenameConflict(
  core: DrivesCore,
  { find, meetings }: { readonly find: FindLocalName; readonly meetings: CopyConflictStore },
  actor: Actor,
  nodeId: NodeId,
  keep: RenameChoice,
): Promise<void> {
  const row = core.nodes.find(nodeId);
  const own = row && find(row);
  if (row === undefined || own === undefined) throw notFoundError();
  const { security_group_id } = row;
  requireRoleForObject(actor, security_group_id, 'viewer');
  if (keep === 'clinic') {
    await core.deps.commits.write(() => meetings.deleteName(nodeId));
    return;
  }
  const verified = core.reader.get(actor, security_group_id, nodeId, 'editor');
  const name = core.keeper.nameOf(actor.keyRing, { ...verified, encrypted_name: own });
  await patchNode(core, actor, security_group_id, nodeId, { name });
}
