/**
 * Copies all rows of a vault to another database, which begins a new epoch in the same transaction. So the target is
 * empty or complete, and setting the vault back to a state before the move is detected. Source: clinic design, section
 * 12.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { nextEpoch } from '#server/integrity/history/anchor-check.ts';
import { type CommitHistory, createCommitHistory } from '#server/integrity/history/commit-history.ts';
import { type CopyOptions, copyTables } from '#server/storage/bulk-copy/copy-tables.ts';
import type { TableDigest } from '#server/storage/bulk-copy/table-digest.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createEpochStore } from '#server/storage/history/epoch-store.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';

export interface MoveRowsOptions extends Omit<CopyOptions, 'beforeCommit'> {
  readonly workspaceId: WorkspaceId;
  readonly stateDir: string;
  /** Appends the move to the moved vault's audit log, inside the transaction. */
  readonly recordMove: (db: SqlEngine) => void;
}

export interface MovedRows {
  readonly tables: readonly TableDigest[];
  readonly epoch: number;
}

export async function moveRows(from: SqlEngine, to: SqlEngine, options: MoveRowsOptions): Promise<MovedRows> {
  const { workspaceId, stateDir, recordMove: tell, ...copying } = options;
  const anchor = createRollbackAnchor(stateDir);
  let history: CommitHistory | undefined;
  const endReading = from.beginSnapshot();
  try {
    const tables = await copyTables(from, to, {
      ...copying,
      beforeCommit() {
        history = createCommitHistory(to);
        createEpochStore(to).begin(nextEpoch(to, anchor.read(workspaceId)));
        tell(to);
        history.retainLink();
        history.beforeCommit();
      },
    });
    const anchored = history?.anchored();
    if (anchored !== undefined) anchor.noteRestored(workspaceId, anchored);
    return { tables, epoch: createServiceState(to).progress().epoch };
  } finally {
    endReading();
  }
}
