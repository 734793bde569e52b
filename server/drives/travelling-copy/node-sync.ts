/**
 * File and folder operations that only a travelling copy has: storing pulled rows, preparing pushes, applying purges.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { type DocumentId, isUuidV7, type NodeId, parseNodeId, type SecurityGroupId } from '#contract/ids.ts';
import type { SealedNode } from '#contract/sync/sealed-rows.ts';
import type { RenameChoice } from '#contract/sync/travelling-copy.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { listOwnedBlobs } from '#server/drives/blobs/blob-ownership.ts';
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { rewrapNode } from '#server/drives/rewrap-nodes.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { applyPulledNode, type CopyStores, decodePulledNode, renumber } from './apply-pulled-node.ts';
import { createContentFetcher } from './fetch-content.ts';
import { freeName, movedTo } from './free-name.ts';
import { formatRow, mergeBaseOf } from './node-merge-base.ts';
import { createPendingNodes } from './pending-nodes.ts';
import { createFindLocalName, resolveRenameConflict } from './rename-conflicts.ts';

const PAGE = 200;

export type NodeSync = ReturnType<typeof createNodeSync>;

/** Creates the operations. @param here the files on this computer; `core` may fetch others from the home vault. */
export function createNodeSync(core: DrivesCore, stores: CopyStores, here: BlobStore) {
  const { store, meetings } = stores;
  const local: DrivesCore = { ...core, blobs: here };
  const content = createContentFetcher(core, store, here);
  const findOwnName = createFindLocalName(store, meetings);
  const waiting = createPendingNodes(core, stores, findOwnName);
  const { commits } = core.deps;

  /** Lists the sealed files of a node; for a row that does not verify only the file with its own id. */
  async function blobsOf({ keyRing }: Actor, row: NodeRow): Promise<readonly string[]> {
    if (row.kind === 'folder') return [];
    try {
      const verified = core.keeper.verify(keyRing, row);
      return [row.node_id, ...(await listOwnedBlobs(local, verified, core.keeper.dekOf(keyRing, verified)))];
    } catch (error) {
      if (error instanceof CryptoError || error instanceof VaultError) return [row.node_id];
      throw error;
    }
  }

  /** Deletes rows, inside a transaction; content that is not among them moves to the root first. */
  function drop(actor: Actor, rows: readonly NodeRow[]): void {
    const going = new Set<string>(rows.map(({ node_id }) => node_id));
    for (const row of rows) {
      for (const child of core.nodes.children(row.node_id))
        if (!going.has(child.node_id)) toRoot(actor, child);
      store.delete(row.node_id);
      meetings.delete(row.node_id);
      core.keeper.forget(actor.keyRing, row.node_id);
      publishNodeChange(core, row, 'purged', actor.principal_id);
    }
    core.nodes.delete(rows.map(({ node_id }) => node_id));
  }

  function toRoot(actor: Actor, row: NodeRow): void {
    const verified = core.keeper.verifyIfHeld(actor.keyRing, row);
    if (verified !== undefined) place(actor, verified, null);
    else if (!core.nodes.moveToRoot(row.node_id)) throw new CryptoError();
  }

  function place(actor: Actor, row: NodeRow, parent_id: NodeId | null): void {
    const name = core.keeper.nameOf(actor.keyRing, row);
    const free = row.is_deleted === 1 ? name : freeName(core, actor, { ...row, parent_id }, name, 1);
    core.nodes.update(movedTo(core, actor, row, parent_id, free));
    publishNodeChange(core, row, 'updated', actor.principal_id);
  }

  function liesIn(nodeId: NodeId, parentId: NodeId | null): boolean {
    const seen = new Set<string>();
    for (let at = parentId; at !== null && !seen.has(at); at = core.nodes.find(at)?.parent_id ?? null) {
      if (at === nodeId) return true;
      seen.add(at);
    }
    return false;
  }

  /** A valid folder for a changed node: neither in the trash nor inside the node itself. */
  function placeFor(row: NodeRow): NodeId | null {
    const isPlace = (parentId: NodeId | null) =>
      parentId === null || (core.nodes.find(parentId)?.is_deleted === 0 && !liesIn(row.node_id, parentId));
    if (isPlace(row.parent_id)) return row.parent_id;
    const before = mergeBaseOf(store.find(row.node_id))?.parent_id ?? null;
    return isPlace(before) ? before : null;
  }

  return {
    content,
    listWaiting: waiting.list,
    listWaitingIds: waiting.listIds,
    compose: waiting.compose,

    /**
     * Stores a pulled node.
     * @returns false where its folder has not arrived yet. @throws CryptoError where it does not verify; it is not
     * stored then
     */
    async take(actor: Actor, sealed: SealedNode): Promise<boolean> {
      const pulled = decodePulledNode(sealed);
      const taken = await commits.write(() => applyPulledNode(core, stores, actor, pulled));
      if (taken === 'no_folder') return false;
      await here.remove(taken.superseded);
      return true;
    },

    /** Resolves locally moved nodes whose folders were moved at the home vault. */
    resolveMovedNodes: (actor: Actor): Promise<void> =>
      commits.write(() => {
        for (const id of store.listChanged()) {
          const found = core.nodes.find(id);
          const row = found && core.keeper.verifyIfHeld(actor.keyRing, found);
          if (row === undefined || row.is_deleted === 1) continue;
          const parent_id = placeFor(row);
          if (parent_id !== row.parent_id) place(actor, row, parent_id);
        }
      }),

    /** Stores the row before pushing it, to recognise it if the response is lost. */
    noteBrought: (row: NodeRow): Promise<void> =>
      commits.write(() => {
        if (store.find(row.node_id) === undefined) meetings.updateBrought(row.node_id, formatRow(row));
        else store.setBrought(row.node_id, formatRow(row));
      }),

    /** Gives it another name, because the home vault already has this one there. */
    renumber: (actor: Actor, nodeId: NodeId): Promise<NodeRow> =>
      commits.write(() => renumber(core, actor, nodeId)),

    /** Wraps a node that was never pushed under the group's newest key. */
    rewrapNew: (actor: Actor, nodeId: NodeId): Promise<void> =>
      commits.write(() => {
        const row = core.nodes.find(nodeId);
        if (row === undefined || store.find(nodeId) !== undefined) return;
        const { generation } = actor.keyRing.currentGroupKey(row.security_group_id);
        if (row.gk_gen !== generation && !rewrapNode(core, actor.keyRing, row, generation))
          throw new CryptoError();
      }),

    /** Chooses one of two conflicting names. @throws errors of `resolveRenameConflict` */
    settleName: (actor: Actor, nodeId: NodeId, keep: RenameChoice): Promise<void> =>
      resolveRenameConflict(core, { find: findOwnName, meetings }, actor, nodeId, keep),

    /** Applies a purge of the home vault; local content of the folder moves to the drive's root. */
    async takePurge(actor: Actor, id: string): Promise<void> {
      if (!isUuidV7(id)) return;
      const row = core.nodes.find(parseNodeId(id));
      if (row === undefined || store.find(row.node_id) === undefined) return;
      const blobs = await blobsOf(actor, row);
      await commits.write(() => drop(actor, [row]));
      await here.remove(blobs);
    },

    /** Deletes all nodes of the group, pushed or not. */
    async dropGroup(actor: Actor, securityGroupId: SecurityGroupId): Promise<void> {
      const rows: NodeRow[] = [];
      for (let after = ''; ; ) {
        const page = core.nodes.listAfter(securityGroupId, after, PAGE);
        rows.push(...page);
        const last = page.at(-1);
        if (last === undefined) break;
        after = last.node_id;
      }
      const blobs: string[] = [];
      for (const row of rows) blobs.push(...(await blobsOf(actor, row)));
      await commits.write(() => {
        drop(actor, rows);
        store.deleteGroup(securityGroupId);
      });
      await here.remove(blobs);
    },

    /** Files of the exam outside the trash whose content is at the home vault only. */
    listAway: (examId: DocumentId): NodeRow[] =>
      core.nodes
        .byExam(examId)
        .filter((row) => row.kind === 'file' && row.is_deleted === 0 && store.isAway(row.node_id)),
  };
}
