/**
 * The part of a sync that is about files: first rows of files and folders are pulled, then local ones are pushed,
 * content before its row, and the files of pinned exams are fetched. Every step is stored separately.
 * Source: clinic design, section 9.
 */
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { SealedNode } from '#contract/sync/sealed-rows.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { NodeSync } from '#server/drives/travelling-copy/node-sync.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { CopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { isTransientError } from './is-transient-error.ts';

/** Whoever exchanges, here and with an open session at the vault. */
export interface SyncRun {
  readonly client: VaultClient;
  readonly actor: Actor;
  readonly passphrase: string;
}

export interface FilesExchangeDeps {
  readonly commits: CommitQueue;
  readonly nodes: CopyNodesStore;
  readonly files: NodeSync;
  readonly findings: FindingsPort;
}

/** Said by the vault of something that a pull puts right. */
const PUT_RIGHT_BY_PULLING: ReadonlySet<string> = new Set(['version_conflict', 'group_key_unavailable']);
/** So many numbers are tried for a name that is taken at the vault. */
const NUMBERS_MAX = 50;

export function createFileSync({ commits, nodes, files, findings }: FilesExchangeDeps) {
  /** @returns false for one whose folder has not come yet */
  async function takeNode(
    actor: Actor,
    securityGroupId: SecurityGroupId,
    sealed: SealedNode,
  ): Promise<boolean> {
    const { node_id } = sealed.row;
    try {
      if (sealed.row.security_group_id !== securityGroupId) throw new CryptoError();
      if (!(await files.take(actor, sealed))) return false;
      findings.resolve('file_damaged', node_id);
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      findings.report('file_damaged', node_id);
    }
    return true;
  }

  /** A folder changed after its content is pulled after it: the content waits for the folder. */
  async function takeAll(run: SyncRun, group: SecurityGroupId, sealed: readonly SealedNode[]) {
    let waiting = sealed;
    for (;;) {
      const left: SealedNode[] = [];
      for (const each of waiting) {
        run.actor.signal.throwIfAborted();
        if (!(await takeNode(run.actor, group, each))) left.push(each);
      }
      if (left.length === waiting.length) return left;
      waiting = left;
    }
  }

  /** @returns whether the vault took something, or said that something has to be pulled first */
  async function pushOneNode({ client, actor }: SyncRun, nodeId: NodeId): Promise<boolean> {
    await files.rewrapNew(actor, nodeId);
    for (let tries = 0; ; tries += 1) {
      const composed = files.compose(actor, nodeId);
      if (composed === undefined) return false;
      const { row, body } = composed;
      const { security_group_id, node_id } = row;
      await files.noteBrought(row);
      try {
        const { missing } = await client.travel.pushNode(body);
        for (const { blob, part } of missing) {
          actor.signal.throwIfAborted();
          const source = await files.content.sourceOf(blob);
          await client.travel.bringBytes({ security_group_id, node_id, blob, part }, source);
        }
        if (missing.length > 0) await client.travel.pushNode(body);
        await commits.write(() => nodes.deleteNote(nodeId));
        return true;
      } catch (error) {
        if (!(error instanceof VaultApiError) || isTransientError(error)) throw error;
        const { code } = error;
        if (PUT_RIGHT_BY_PULLING.has(code)) return true;
        if (code === 'name_taken' && tries < NUMBERS_MAX) {
          await files.renumber(actor, nodeId);
          continue;
        }
        await commits.write(() => nodes.updateNote({ node_id: nodeId, code }));
        return false;
      }
    }
  }

  return {
    /** In order, one by one. @returns whether anything moved */
    async push(run: SyncRun): Promise<boolean> {
      let isMoved = false;
      for (const nodeId of files.listWaitingIds()) {
        run.actor.signal.throwIfAborted();
        try {
          if (await pushOneNode(run, nodeId)) isMoved = true;
        } catch (error) {
          // The rest waits for the same: records do not.
          if (isTransientError(error)) break;
          if (!(error instanceof CryptoError)) throw error;
          findings.report('file_damaged', nodeId);
        }
      }
      return isMoved;
    },

    dropGroup: files.dropGroup,
    takePurge: files.takePurge,

    /** How far it came is stored once all of it is here: what did not end is asked for again, and known by its MAC. */
    async pull(run: SyncRun, securityGroupId: SecurityGroupId, startsAnew: boolean): Promise<void> {
      let after = startsAnew ? '' : nodes.placeOf(securityGroupId);
      let waiting: readonly SealedNode[] = [];
      for (;;) {
        const page = await run.client.request(TRAVEL_ROUTES.pullNodes, {
          body: { security_group_id: securityGroupId, after },
        });
        waiting = await takeAll(run, securityGroupId, [...waiting, ...page.nodes]);
        after = page.next;
        if (page.is_last) break;
      }
      for (const { row } of waiting) findings.report('file_damaged', row.node_id);
      await files.settle(run.actor);
      await commits.write(() => nodes.updatePlace(securityGroupId, after));
    },

    /** Files of pinned exams. What does not come keeps nothing else. */
    async fetchPinnedFiles({ client, actor }: SyncRun): Promise<void> {
      for (const { exam_id } of nodes.listPins()) {
        for (const row of files.listAway(exam_id)) {
          actor.signal.throwIfAborted();
          try {
            await files.content.fetchFile(actor, row, (place) => client.travel.sealedBytes(place));
          } catch (error) {
            if (error instanceof CryptoError) findings.report('blob_damaged', row.node_id);
            else if (!(error instanceof VaultApiError)) throw error;
          }
        }
      }
    },
  };
}
