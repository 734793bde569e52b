/** Store of unmatched studies in groups where the person may write. Cleared at every lock. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { UnmatchedStudies, UnmatchedStudy } from '#contract/imaging/unmatched-studies.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { count } from '#renderer/messages/numbers.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';

export interface WaitingStudy extends UnmatchedStudy {
  readonly security_group_id: string;
}

interface ToMatchState {
  readonly studies: readonly WaitingStudy[];
  readonly arrived: UnmatchedStudies['arrived'];
  readonly isRead: boolean;
  readonly error: unknown;
}

const NOTHING: ToMatchState = { studies: [], arrived: null, isRead: false, error: undefined };
/** Time in which changes are collected into one read. */
const GATHER_MS = 400;

export const useUnmatchedStudies = create<ToMatchState>()(() => NOTHING);

/** True once new arrivals were announced after this unlock. */
let isTold = false;
let reading: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function startUnmatchedStudies(): void {
  useSession.subscribe(({ phase }, before) => {
    if (phase === before.phase || phase !== 'unlocked') return;
    isTold = false;
    void readUnmatchedStudies();
  });
  onVaultEvent(({ event, data }) => {
    if (event !== 'node' && data.resource !== 'exams') return;
    clearTimeout(timer);
    timer = setTimeout(() => void readUnmatchedStudies(), GATHER_MS);
  });
}

export function readUnmatchedStudies(): Promise<void> {
  reading ??= read().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function read(): Promise<void> {
  const { session, phase } = useSession.getState();
  if (phase !== 'unlocked' || session === undefined) return;
  const groups = session.groups.filter(({ key_available, role }) => key_available && role !== 'viewer');
  try {
    const answers = await Promise.all(
      groups.map(async ({ security_group_id }) => ({
        security_group_id,
        ...(await vault().imaging.toMatch(security_group_id, { passive: true })),
      })),
    );
    if (useSession.getState().session?.session_id !== session.session_id) return;
    const studies = answers.flatMap(({ items, security_group_id }) =>
      items.map((item) => ({ ...item, security_group_id })),
    );
    const arrived = answers.find((answer) => answer.arrived !== null)?.arrived ?? null;
    useUnmatchedStudies.setState({ studies, arrived, isRead: true, error: undefined });
    if (arrived !== null && answers.every(({ waiting }) => waiting === 0)) announceArrived(arrived);
  } catch (error) {
    useUnmatchedStudies.setState({ error });
  }
}

function announceArrived({ studies, filed, to_match }: NonNullable<UnmatchedStudies['arrived']>): void {
  if (isTold) return;
  isTold = true;
  const t = i18next.t;
  const action = { label: t('match.title'), run: () => navigate(['worklist', 'to-match']) };
  showToast({
    icon: 'inbox',
    text: t('match.filed', { count: studies, number: count(studies), filed: count(filed) }),
    ...(to_match > 0 ? { action } : {}),
  });
}

onWipe(() => {
  clearTimeout(timer);
  useUnmatchedStudies.setState(NOTHING);
});
