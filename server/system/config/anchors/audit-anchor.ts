/**
 * Stores the head of the audit log outside the data folder at every checkpoint, so that a truncated log is detected.
 * Invalid after the vault begins a new epoch. Source: sealing design B5.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { idInPath, type WorkspaceId } from '#contract/ids.ts';
import { ANCHOR_MAX_BYTES, readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';

export interface AuditAnchor {
  readonly epoch: number;
  readonly seq: number;
  /** Hash of the newest audit entry, 64 hex digits. */
  readonly hash: string;
}

export function createAuditAnchor(stateDir: string) {
  const folder = join(stateDir, 'anchors');
  const fileOf = (workspaceId: WorkspaceId) => join(folder, `${idInPath(workspaceId)}.audit.json`);
  return {
    /** The anchor of this epoch; undefined when missing or unreadable. */
    read(workspaceId: WorkspaceId, epoch: number): AuditAnchor | undefined {
      const file = fileOf(workspaceId);
      try {
        const content: unknown = JSON.parse(readWholeFile(file, ANCHOR_MAX_BYTES).toString('utf8'));
        return isAnchor(content) && content.epoch === epoch ? content : undefined;
      } catch {
        return undefined;
      }
    },
    write(workspaceId: WorkspaceId, anchor: AuditAnchor): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(workspaceId);
      replaceOwnFile(file, `${JSON.stringify({ workspace_id: workspaceId, ...anchor })}\n`);
    },
  };
}

function isAnchor(value: unknown): value is AuditAnchor {
  return (
    typeof value === 'object' &&
    value !== null &&
    'epoch' in value &&
    Number.isSafeInteger(value.epoch) &&
    'seq' in value &&
    Number.isSafeInteger(value.seq) &&
    'hash' in value &&
    typeof value.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(value.hash)
  );
}
