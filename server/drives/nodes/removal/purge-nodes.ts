/**
 * Purges nodes: rows first, then sealed files; after a crash in between, the next sweep quarantines the unreferenced
 * files. A folder's purge removes the content that authenticated rows place in it. A row that only claims to be there
 * moves to the root of the drive. A row that does not verify can be purged alone when an owner confirms its id; the
 * content of a damaged folder moves to the root.
 * Source: choices, "Drives" and "Documents" (purge), second part, "Lists"; sealing design B13.
 */
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { listOwnedBlobs } from '#server/drives/blobs/blob-ownership.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { renameColumns } from '#server/drives/nodes/patch-node.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import { getTrashed } from './trash-and-restore.ts';

/** The write-ahead log is emptied within this time after a purge. */
const PURGE_CHECKPOINT_MS = 5_000;

interface Doomed {
  /** View of the purged node for the response. */
  readonly view: DriveNode;
  readonly rows: readonly NodeRow[];
}

/**
 * Removes the node, a folder with its content, for good.
 * @returns the node before the purge.
 * @throws document_not_deleted (a damaged one needs no trash), permission_denied unless the actor is an owner,
 * name_taken where the root already has a name from a damaged folder.
 */
export async function purgeNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
): Promise<DriveNode> {
  const { view } = await removeNodes(core, actor, securityGroupId, {
    find: () => nodesToPurge(core, actor, securityGroupId, nodeId),
    isTold: (row) => row.node_id === nodeId,
  });
  return view;
}

interface Removal<Found extends { readonly rows: readonly NodeRow[] }> {
  /** Finds the rows to remove; called again inside the transaction. */
  readonly find: () => Found;
  /** True for rows whose removal is published as an event. */
  readonly isTold: (row: NodeRow) => boolean;
  /** Called inside the transaction with the removed nodes and the sealed files to remove afterwards. */
  readonly note?: NoteRemoved;
}

export type NoteRemoved = (nodeIds: readonly NodeId[], blobIds: readonly string[]) => void;

/** Removes rows of a group and their own sealed files. @returns the result of `find` inside the transaction. */
export async function removeNodes<Found extends { readonly rows: readonly NodeRow[] }>(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  { find, isTold, note }: Removal<Found>,
): Promise<Found> {
  const blobIds = new Map<string, readonly string[]>();
  // Opens all keys first, because a rotation may end while files are checked.
  const keyed = find().rows.map((row) => ({ row, dek: dekIfOpens(core, actor, row) }));
  for (const { row, dek } of keyed) blobIds.set(row.node_id, await blobsOf(core, row, dek));
  const blobsThatGo = ({ rows }: Found) => rows.flatMap(({ node_id }) => blobIds.get(node_id) ?? []);
  const found = await core.deps.commits.write(() => {
    const doomed = find();
    const ids = doomed.rows.map(({ node_id }) => node_id);
    for (const id of ids) emptyOut(core, actor, id, new Set(ids));
    core.nodes.delete(ids);
    const purgedAt = nowInstant(core.deps.clock);
    for (const id of ids) {
      core.idempotency.deleteMarksOf(id);
      core.purges.add(id, securityGroupId, purgedAt);
    }
    for (const row of doomed.rows)
      if (isTold(row)) publishNodeChange(core, row, 'purged', actor.principal_id);
    if (ids.length > 0) note?.(ids, blobsThatGo(doomed));
    return doomed;
  });
  core.deps.commits.requestCheckpointWithin(PURGE_CHECKPOINT_MS);
  for (const { node_id } of found.rows) {
    core.keeper.forget(actor.keyRing, node_id);
    core.deps.findings.resolve('file_damaged', node_id);
  }
  // Files added after the first check are left to the sweep.
  await core.blobs.remove(blobsThatGo(found));
  return found;
}

function nodesToPurge(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
): Doomed {
  const damaged = core.reader.findDamaged(actor, securityGroupId, nodeId, 'owner');
  if (damaged !== undefined) return { view: core.reader.viewOfDamaged(damaged), rows: [damaged] };
  const row = getTrashed(core, actor, securityGroupId, nodeId, 'owner');
  return { view: core.reader.view(actor, row), rows: verifiedSubtree(core, actor, row) };
}

/** The node and its descendants, by rows that verify. */
export function verifiedSubtree(core: DrivesCore, actor: Actor, top: NodeRow): NodeRow[] {
  const found = new Map([[top.node_id, top]]);
  for (const { node_id } of found.values()) {
    for (const child of core.nodes.children(node_id)) {
      const verified = core.keeper.verifyIfHeld(actor.keyRing, child);
      if (verified?.security_group_id !== top.security_group_id) continue;
      found.set(child.node_id, verified);
    }
  }
  return [...found.values()];
}

/** Moves the remaining content of a removed folder to the root. */
function emptyOut(core: DrivesCore, actor: Actor, folderId: NodeId, going: ReadonlySet<string>): void {
  for (const child of core.nodes.children(folderId)) {
    if (going.has(child.node_id)) continue;
    const verified = core.keeper.verifyIfHeld(actor.keyRing, child);
    if (verified === undefined) {
      if (core.nodes.moveToRoot(child.node_id)) continue;
      throw new VaultError(
        'has_dependents',
        'The folder has a damaged entry. Purge or repair that one first.',
      );
    }
    const moved = { ...verified, parent_id: null };
    const name = verified.is_deleted === 1 ? {} : renameColumns(core, actor, moved, undefined);
    core.nodes.update(core.keeper.stamp(actor.keyRing, { ...moved, ...name }));
  }
}

/** Unwraps the DEK of a node; undefined for a damaged row whose key does not open. */
function dekIfOpens(core: DrivesCore, actor: Actor, row: NodeRow): Dek | undefined {
  try {
    return core.keeper.dekOf(actor.keyRing, row);
  } catch (error) {
    if (error instanceof CryptoError || error instanceof VaultError) return undefined;
    throw error;
  }
}

/**
 * Lists the sealed files of a node. Without its key only the file with the node's own id is known to be its own.
 */
async function blobsOf(core: DrivesCore, row: NodeRow, dek: Dek | undefined): Promise<readonly string[]> {
  if (row.kind === 'folder') return [];
  const own = dek === undefined ? [] : await listOwnedBlobs(core, row, dek);
  return [row.node_id, ...own];
}
