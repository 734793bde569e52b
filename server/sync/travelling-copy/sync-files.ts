/**
 * The files' part of a sync: first pulls rows of files and folders, then pushes local ones, content before its row,
 * then fetches the files of pinned exams. Every step is stored separately.
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

/** The local actor and the open session at the home vault. */
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

/** Error codes of the home vault that a pull resolves. */
const PUT_RIGHT_BY_PULLING: ReadonlySet<string> = new Set(['version_conflict', 'group_key_unavailable']);
/** How many numbers are appended to find a free file name at the home vault. */
const NUMBERS_MAX = 50;

export function createFileSync({ commits, nodes, files, findings }: FilesExchangeDeps) {
  /** Stores one pulled node. @returns false for a row whose folder has not arrived yet */
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

  /** Stores pulled rows. A folder changed later arrives after its content, so the content waits for it. */
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

  /** Pushes one pending node. @returns true when the home vault accepted a row or asked for a pull first */
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
    /** Pushes pending rows one by one, in order. @returns true when any was accepted */
    async push(run: SyncRun): Promise<boolean> {
      let isMoved = false;
      for (const nodeId of files.listWaitingIds()) {
        run.actor.signal.throwIfAborted();
        try {
          if (await pushOneNode(run, nodeId)) isMoved = true;
        } catch (error) {
          // The rest would fail alike; documents are not affected.
          if (isTransientError(error)) break;
          if (!(error instanceof CryptoError)) throw error;
          findings.report('file_damaged', nodeId);
        }
      }
      return isMoved;
    },

    dropGroup: files.dropGroup,
    takePurge: files.takePurge,

    /**
     * Pulls all changes, then stores the position. After an interruption the same rows arrive again and are recognised
     * by their MAC.
     */
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
      await files.resolveMovedNodes(run.actor);
      await commits.write(() => nodes.updatePlace(securityGroupId, after));
    },

    /** Fetches files of pinned exams; one that fails does not stop the others. */
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
