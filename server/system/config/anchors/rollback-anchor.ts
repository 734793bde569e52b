/**
 * Stores the state of a vault's history outside the data folder, in the user's state directory, at every checkpoint.
 * Commits after the last checkpoint (at most half a minute) are not covered after a crash.
 * Source: sealing design B5, B10.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { idInPath, type WorkspaceId } from '#contract/ids.ts';
import { ANCHOR_MAX_BYTES, readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import type { Anchored, AnchoredGroup, KnownHistory } from './anchored-history.ts';

/** Older restored snapshots are dropped, because their epochs are long past. */
const RESTORED_MAX = 20;

export interface RollbackAnchor {
  /** Reads the anchor of a vault; ignores an unreadable file. */
  readonly read: (workspaceId: WorkspaceId) => KnownHistory;
  readonly write: (workspaceId: WorkspaceId, latest: Anchored) => void;
  /** Allows a restored folder to begin its epoch on this computer; the one in use stays the latest. */
  readonly noteRestored: (workspaceId: WorkspaceId, restored: Anchored) => void;
}

export function createRollbackAnchor(stateDir: string): RollbackAnchor {
  const folder = join(stateDir, 'anchors');
  const fileOf = (workspaceId: WorkspaceId) => join(folder, `${idInPath(workspaceId)}.json`);

  function read(workspaceId: WorkspaceId): KnownHistory {
    const file = fileOf(workspaceId);
    try {
      const content: unknown = JSON.parse(readWholeFile(file, ANCHOR_MAX_BYTES).toString('utf8'));
      const restored = isObject(content) && Array.isArray(content['restored']) ? content['restored'] : [];
      return {
        latest: parseAnchored(content),
        restored: restored.map(parseAnchored).filter((each) => each !== undefined),
      };
    } catch {
      return { latest: undefined, restored: [] };
    }
  }

  function store(workspaceId: WorkspaceId, { latest, restored }: KnownHistory): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = fileOf(workspaceId);
    const content = { workspace_id: workspaceId, ...latest, restored: restored.slice(-RESTORED_MAX) };
    replaceOwnFile(file, `${JSON.stringify(content)}\n`);
  }

  return {
    read,
    write: (workspaceId, latest) => store(workspaceId, { latest, restored: read(workspaceId).restored }),
    noteRestored(workspaceId, restored) {
      const known = read(workspaceId);
      store(workspaceId, { ...known, restored: [...known.restored, restored] });
    },
  };
}

function parseAnchored(value: unknown): Anchored | undefined {
  if (!isObject(value)) return undefined;
  const { epoch, commit_count, chain = null, groups = {} } = value;
  if (!isCount(epoch) || !isCount(commit_count) || !(chain === null || isHash(chain))) return undefined;
  if (!isObject(groups)) return undefined;
  const parsed: [string, AnchoredGroup][] = [];
  for (const [name, group] of Object.entries(groups)) {
    if (!isObject(group) || !isHash(group['mac'])) return undefined;
    if (!isCount(group['epoch']) || !isCount(group['commit_count'])) return undefined;
    parsed.push([name, { epoch: group['epoch'], commit_count: group['commit_count'], mac: group['mac'] }]);
  }
  return { epoch, commit_count, chain, groups: Object.fromEntries(parsed) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
