/**
 * How a travelling copy stands with the vault it is of, as this page knows it. Read once a minute for the title bar,
 * oftener by the screen that shows it; neither keeps the session awake. In a vault that is no copy nothing is asked.
 */
import { create } from 'zustand';
import type { PendingChange, RenameChoice, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { vault } from '#renderer/api/vault-client.ts';
import {
  examDirectory,
  patientDirectory,
  templateDirectory,
} from '#renderer/state/record-cache/record-caches.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { refreshSession, useSession } from '#renderer/state/session/session-store.ts';

/** It lasts as long as there is something to bring. */
const EXCHANGE_MAX_MS = 60 * 60 * 1000;

interface TravelCopyState {
  /** Undefined until it was read, and where the vault is no copy. */
  readonly status: TravellingCopyStatus | undefined;
  /** What waited when the clinic was last reached after a time away, by id; empty before that. */
  readonly broughtBack: readonly string[];
}

const NOTHING: TravelCopyState = { status: undefined, broughtBack: [] };

export const useTravelCopy = create<TravelCopyState>()(() => NOTHING);

/** Whether this vault is a copy that travels: then some acts wait for the clinic. */
export function useIsTravellingCopy(): boolean {
  return useSession((state) => state.vault?.travelling === true);
}

export function isTravellingCopy(): boolean {
  return useSession.getState().vault?.travelling === true;
}

/** Raised at every wipe, so that an answer that comes late is dropped. */
let era = 0;

/** Takes over what the copy says; what waited away from the clinic is remembered while the copy is with it. */
function take(status: TravellingCopyStatus): void {
  const { status: before, broughtBack } = useTravelCopy.getState();
  const isBack = status.clinic.standing === 'with';
  const wasAway = before !== undefined && before.clinic.standing !== 'with';
  const brought = !isBack ? [] : wasAway ? before.waits.map(({ id }) => id) : broughtBack;
  useTravelCopy.setState({ status, broughtBack: brought });
}

async function ask(question: () => Promise<TravellingCopyStatus>): Promise<TravellingCopyStatus | undefined> {
  const startedIn = era;
  const status = await question();
  if (startedIn !== era) return undefined;
  take(status);
  return status;
}

export async function readTravelCopy(): Promise<void> {
  if (isTravellingCopy()) await ask(() => vault().copy.status());
}

/**
 * Exchanges with the clinic now; answers when that has ended, however it ended. What it brought is read again.
 * @returns undefined where the page was locked meanwhile
 */
export async function syncNow(passphrase?: string): Promise<TravellingCopyStatus | undefined> {
  const status = await ask(() =>
    vault().copy.exchange(passphrase === undefined ? {} : { passphrase }, { timeoutMs: EXCHANGE_MAX_MS }),
  );
  if (status?.clinic.standing === 'with') readAnew();
  return status;
}

/** Exams last changed before `since` stay at the clinic; null takes all. */
export async function addGroupToCopy(securityGroupId: string, since: string | null): Promise<void> {
  await ask(() => vault().copy.takeGroup({ security_group_id: securityGroupId, since }));
}

/** Whether the content of the exam's files, and of those that come to it, is always taken along. */
export async function pinExam(examId: string, isPinned: boolean): Promise<void> {
  await ask(() => vault().copy.pin({ exam_id: examId, is_pinned: isPinned }));
}

/** Whose name stays of a file or folder that both sides renamed. */
export async function resolveName(nodeId: string, keep: RenameChoice): Promise<void> {
  await ask(() => vault().copy.settleName({ node_id: nodeId, keep }));
}

/** Most wanted first; the next exchange asks there. */
export async function changeAddresses(addresses: readonly string[]): Promise<void> {
  await ask(() => vault().copy.changeAddresses({ addresses: [...addresses] }));
}

/** Records, and groups and roles, may be others after an exchange. */
function readAnew(): void {
  refreshSession().catch(() => undefined);
  for (const directory of [examDirectory, patientDirectory, templateDirectory]) directory.refresh();
}

/** How many of the changes brought back from a time away the clinic has; undefined where there were none. */
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
  useTravelCopy.setState(NOTHING);
});
