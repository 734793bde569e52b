/**
 * Writes the anchors outside the folder at checkpoints: the state of the history and of the audit log. A folder set
 * back to an older state is then detected. Source: sealing design B8.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { decodeHex, encodeHex } from '#crypto/bytes.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { type CommitQueue, createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ServiceState } from '#server/storage/http/database-state-store.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import type { DiskReserve } from '#server/system/config/folder/disk-reserve.ts';

/** The audit log's anchored head, while the vault is in the same epoch. */
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
  /** Returns the id of the vault; undefined before it is created. */
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly stateDir: string;
  readonly writeAuditAnchor: (id: WorkspaceId) => void;
  readonly reserve: DiskReserve;
  readonly onBackgroundFailure: ((what: string, error: unknown) => void) | undefined;
}

/** Creates the commit queue, with the history updated inside the folder and, at checkpoints, outside. */
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
  /** Ignores a failure: without an anchor a roll-back goes undetected, but without the vault no work is possible. */
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
      // During a dispute the anchor must keep the state the client has proven.
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
