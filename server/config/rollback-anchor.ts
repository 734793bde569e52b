/**
 * Notices that the whole data folder was set back to an older state: how far the database had come is
 * also written down outside of it, in the user's state directory, at every checkpoint.
 * What was committed after the last checkpoint (at most half a minute) is not covered after a crash.
 * Source: sealing design B5.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { idInPath, type WorkspaceId } from '#contract/ids.ts';
import { VaultError } from '#contract/vault-error.ts';

/** How far a database has come. An accepted rollback begins a new epoch. */
export interface Progress {
  readonly epoch: number;
  readonly commit_count: number;
}

export interface RollbackAnchor {
  readonly read: (workspaceId: WorkspaceId) => Progress | undefined;
  readonly write: (workspaceId: WorkspaceId, progress: Progress) => void;
}

export function createRollbackAnchor(stateDir: string): RollbackAnchor {
  const folder = join(stateDir, 'anchors');
  const fileOf = (workspaceId: WorkspaceId) => join(folder, `${idInPath(workspaceId)}.json`);
  return {
    read(workspaceId) {
      const file = fileOf(workspaceId);
      try {
        const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
        if (!isProgress(content)) return undefined;
        return { epoch: content.epoch, commit_count: content.commit_count };
      } catch {
        return undefined;
      }
    },
    write(workspaceId, { epoch, commit_count }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(workspaceId);
      writeFileSync(`${file}.new`, `${JSON.stringify({ workspace_id: workspaceId, epoch, commit_count })}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

/**
 * The epoch to go on with.
 * @throws protocol_error when the database is behind the anchor and that is not accepted.
 */
export function checkRollback(
  anchor: Progress | undefined,
  database: Progress,
  acceptRollback: boolean,
): number {
  if (!anchor || !isBehind(database, anchor)) return database.epoch;
  if (acceptRollback) return Math.max(anchor.epoch, database.epoch) + 1;
  throw new VaultError(
    'protocol_error',
    'This vault folder is older than it was when last used here; someone may have set it back. To go on with the older state, start with --accept-rollback.',
  );
}

function isBehind(database: Progress, anchor: Progress): boolean {
  if (database.epoch !== anchor.epoch) return database.epoch < anchor.epoch;
  return database.commit_count < anchor.commit_count;
}

function isProgress(value: unknown): value is Progress {
  return (
    typeof value === 'object' &&
    value !== null &&
    'epoch' in value &&
    Number.isSafeInteger(value.epoch) &&
    'commit_count' in value &&
    Number.isSafeInteger(value.commit_count)
  );
}
