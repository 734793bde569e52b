/**
 * What is kept outside of the folder while it is open: how far its history and its audit log have come. Written at
 * checkpoints, so that a folder set back to an older state is noticed. Source: sealing design B8.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { decodeHex, encodeHex } from '#crypto/bytes.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { type CommitQueue, createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ServiceState } from '#server/storage/http/service-state.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import type { DiskReserve } from '#server/system/config/folder/disk-reserve.ts';

/** The audit log's head outside the folder, as long as the vault is in the same epoch. */
export function anchorOfAudit(db: SqlEngine, state: ServiceState, stateDir: string) {
  const anchor = createAuditAnchor(stateDir);
  const store = createAuditStore(db);
  return {
    read(id: WorkspaceId) {
      const seen = anchor.read(id, state.progress().epoch);
      return seen && { seq: seen.seq, hash: decodeHex(seen.hash) };
    },
    write(id: WorkspaceId) {
      const head = store.head();
      const { epoch } = state.progress();
      if (head) anchor.write(id, { epoch, seq: head.seq, hash: encodeHex(head.hash) });
    },
  };
}

export interface AnchoredCommitsDeps {
  readonly db: SqlEngine;
  readonly history: CommitHistory;
  /** Undefined before the vault is made. */
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly stateDir: string;
  readonly writeAuditAnchor: (id: WorkspaceId) => void;
  readonly reserve: DiskReserve;
  readonly onBackgroundFailure: ((what: string, error: unknown) => void) | undefined;
}

/** The commit queue, with the history kept in step inside the folder and, at checkpoints, outside. */
export function anchoredCommits({
  db,
  history,
  workspaceId,
  stateDir,
  writeAuditAnchor,
  reserve,
  onBackgroundFailure,
}: AnchoredCommitsDeps): CommitQueue {
  const anchor = createRollbackAnchor(stateDir);
  /** Without an anchor a rollback goes unnoticed; without the vault nobody works. */
  function unlessItFails(work: () => void): void {
    try {
      work();
    } catch (error) {
      onBackgroundFailure?.('rollback anchor', error);
    }
  }
  const commits = createCommitQueue(db, {
    beforeCommit: history.beforeCommit,
    isWritten: history.isWritten,
    freeDiskSpace: reserve.release,
    beforeCheckpoint() {
      if (!history.isKept()) unlessItFails(() => commits.writeNow(history.retainLink));
    },
    afterCheckpoint() {
      const id = workspaceId();
      // What a client has proven stays remembered instead.
      if (id === undefined || history.isDisputed()) return;
      unlessItFails(() => {
        const anchored = history.anchored();
        if (anchored === undefined) return;
        anchor.write(id, anchored);
        writeAuditAnchor(id);
      });
    },
  });
  commits.onCommitted(history.onCommitted);
  commits.onRolledBack(history.onUndone);
  return commits;
}
