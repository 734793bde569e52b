/** Names and order of the snapshots in a backup target, which of them expire, and where a target may be. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { isInsideFolder } from '#server/system/config/folder/is-inside-folder.ts';
import { MANIFEST_FILE, readHeader } from './snapshot-manifest.ts';

/** `20261122T080000Z`, with `-2` and so on for more in the same second. */
const NAME = /^\d{8}T\d{6}Z(-\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Retention {
  readonly daily: number;
  readonly weekly: number;
}

/** Refuses a target inside the vault. @throws invalid_request */
export function assertTargetOutside(dataDir: string, target: string): void {
  if (!isInsideFolder(dataDir, target)) return;
  throw new VaultError(
    'invalid_request',
    'The backup must not be inside the folder of its vault. Choose another folder.',
  );
}

/** Snapshots of this vault, oldest first. Folders without a readable manifest are neither counted nor touched. */
export function listSnapshots(target: string, workspaceId?: WorkspaceId): string[] {
  if (!existsSync(target)) return [];
  return readdirSync(target)
    .filter((name) => NAME.test(name) && existsSync(join(target, name, MANIFEST_FILE)))
    .filter((name) => workspaceId === undefined || isOf(join(target, name), workspaceId))
    .sort(byTime);
}

function isOf(snapshot: string, workspaceId: WorkspaceId): boolean {
  try {
    return readHeader(snapshot).manifest.workspace_id === workspaceId;
  } catch {
    return false;
  }
}

function byTime(left: string, right: string): number {
  const [leftAt = '', leftNumber = '1'] = left.split('-');
  const [rightAt = '', rightNumber = '1'] = right.split('-');
  if (leftAt !== rightAt) return leftAt < rightAt ? -1 : 1;
  return Number(leftNumber) - Number(rightNumber);
}

export function newSnapshotName(target: string, nowMs: number): string {
  const name = `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  let free = name;
  for (let number = 2; existsSync(join(target, free)); number += 1) free = `${name}-${number}`;
  return free;
}

/** Snapshots to delete. Kept are the newest of each of the last days and weeks that have one, and the newest of all. */
export function expiredSnapshots(names: readonly string[], { daily, weekly }: Retention): string[] {
  const newestFirst = names.toReversed();
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...firstOfEach(newestFirst, (name) => name.slice(0, 8)).slice(0, daily),
    ...firstOfEach(newestFirst, weekOf).slice(0, weekly),
  ]);
  return names.filter((name) => !kept.has(name));
}

function firstOfEach(names: readonly string[], keyOf: (name: string) => string): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(keyOf(name))) first.set(keyOf(name), name);
  return [...first.values()];
}

/** Week of a snapshot; weeks begin on Monday. */
function weekOf(name: string): string {
  const day = Date.UTC(Number(name.slice(0, 4)), Number(name.slice(4, 6)) - 1, Number(name.slice(6, 8)));
  return String(Math.floor((day / DAY_MS + 3) / 7));
}

export function removeSnapshots(target: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(target, name), { recursive: true, force: true });
}

export interface FoundSnapshot {
  readonly snapshot: string;
  /** Names of newer snapshots whose manifest is missing. */
  readonly passedOver: readonly string[];
}

/** Finds a snapshot by path, or the newest of a target with a manifest. @throws not_found */
export function findSnapshot(from: string): FoundSnapshot {
  // A named snapshot without a manifest is damaged; an older one beside it must not be used instead.
  const isNamed = NAME.test(basename(resolve(from))) && existsSync(from);
  if (isNamed || existsSync(join(from, MANIFEST_FILE))) return { snapshot: from, passedOver: [] };
  const names = existsSync(from)
    ? readdirSync(from)
        .filter((name) => NAME.test(name))
        .sort(byTime)
    : [];
  const whole = names.findLastIndex((name) => existsSync(join(from, name, MANIFEST_FILE)));
  const chosen = names.at(whole);
  if (chosen === undefined)
    throw new VaultError('not_found', 'There is no backup in this folder. Check its path.');
  return { snapshot: join(from, chosen), passedOver: whole === -1 ? [] : names.slice(whole + 1) };
}
