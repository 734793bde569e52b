/**
 * Store of a travelling copy's sync status. Read once a minute for the title bar, more often by its settings
 * section; neither keeps the session awake. Nothing is requested in a vault that is not a copy.
 */
import { create } from 'zustand';
import type { PendingChange, RenameChoice, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { refreshSession, useSession } from '#renderer/state/session/session-store.ts';

/** Longest duration of a sync, which depends on the pending changes. */
const EXCHANGE_MAX_MS = 60 * 60 * 1000;

interface TravelCopyState {
  /** Sync status; undefined before it is read, and in a vault that is not a copy. */
  readonly status: TravellingCopyStatus | undefined;
  /** Ids of changes pending when the home vault became reachable again; empty before. */
  readonly broughtBack: readonly string[];
}

const NOTHING: TravelCopyState = { status: undefined, broughtBack: [] };

export const useTravellingCopy = create<TravelCopyState>()(() => NOTHING);

/** React hook: true if this vault is a travelling copy, where some actions need the home vault. */
export function useIsTravellingCopy(): boolean {
  return useSession((state) => state.vault?.travelling === true);
}

export function isTravellingCopy(): boolean {
  return useSession.getState().vault?.travelling === true;
}

/** Increased at every wipe, so that a late response is dropped. */
let era = 0;

/** Stores the status, and the changes that were pending offline while the copy is connected. */
function take(status: TravellingCopyStatus): void {
  const { status: before, broughtBack } = useTravellingCopy.getState();
  const isBack = status.clinic.standing === 'with';
  const wasAway = before !== undefined && before.clinic.standing !== 'with';
  const brought = !isBack ? [] : wasAway ? before.waits.map(({ id }) => id) : broughtBack;
  useTravellingCopy.setState({ status, broughtBack: brought });
}

async function ask(question: () => Promise<TravellingCopyStatus>): Promise<TravellingCopyStatus | undefined> {
  const startedIn = era;
  const status = await question();
  if (startedIn !== era) return undefined;
  take(status);
  return status;
}

export async function readTravellingCopy(): Promise<void> {
  if (isTravellingCopy()) await ask(() => vault().copy.status());
}

/**
 * Syncs with the home vault now and resolves when that has ended, whatever its outcome. Then reloads changed
 * data.
 * @returns undefined if the page was locked meanwhile
 */
export async function syncNow(passphrase?: string): Promise<TravellingCopyStatus | undefined> {
  const status = await ask(() =>
    vault().copy.exchange(passphrase === undefined ? {} : { passphrase }, { timeoutMs: EXCHANGE_MAX_MS }),
  );
  if (status?.clinic.standing === 'with') readAnew();
  return status;
}

/** Exams last changed before `since` are not copied; null copies all. */
export async function addGroupToCopy(securityGroupId: string, since: string | null): Promise<void> {
  await ask(() => vault().copy.takeGroup({ security_group_id: securityGroupId, since }));
}

/** Sets whether the content of the exam's files, present and future, is always copied. */
export async function pinExam(examId: string, isPinned: boolean): Promise<void> {
  await ask(() => vault().copy.pin({ exam_id: examId, is_pinned: isPinned }));
}

/** Resolves a rename conflict of a file or folder by choosing one name. */
export async function resolveName(nodeId: string, keep: RenameChoice): Promise<void> {
  await ask(() => vault().copy.settleName({ node_id: nodeId, keep }));
}

/** Preferred address first; used by the next sync. */
export async function changeAddresses(addresses: readonly string[]): Promise<void> {
  await ask(() => vault().copy.changeAddresses({ addresses: [...addresses] }));
}

/** Reloads records, groups and roles, which a sync may have changed. */
function readAnew(): void {
  refreshSession().catch(() => undefined);
  for (const directory of [examCache, patientCache, templateCache]) directory.refresh();
}

/** Counts how many of the offline changes the home vault has; undefined without any. */
export function syncedBack({
  status,
  broughtBack,
}: TravelCopyState): { done: number; of: number } | undefined {
  if (status === undefined || broughtBack.length === 0) return undefined;
  const left = new Set(status.waits.map(({ id }) => id));
  return { done: broughtBack.filter((id) => !left.has(id)).length, of: broughtBack.length };
}

export function conflictsIn(status: TravellingCopyStatus | undefined): readonly PendingChange[] {
  return status?.waits.filter(({ state }) => state === 'conflict') ?? [];
}

onWipe(() => {
  era += 1;
  useTravellingCopy.setState(NOTHING);
});
