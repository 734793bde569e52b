/**
 * Idle clock of the window. Runs slightly ahead of the server's, so that the draft is saved while the session
 * is still valid. Reading and typing without requests keep the session awake by a small request at most once
 * a minute.
 * Source: clinician's reference, "Lock"; choices, "Sessions and principals".
 */
import { create } from 'zustand';
import { onActivity, vault } from '#renderer/api/vault-client.ts';
import { lock, useSession } from './session-store.ts';

const WARNING_SECONDS = 30;
const AHEAD_MS = 3_000;
const TOUCH_EVERY_MS = 60_000;
const DAY_MINUTES = 1_440;

interface IdleState {
  /** Seconds until the lock, from 30 down; undefined without a warning. */
  readonly secondsLeft: number | undefined;
  /** False near the maximum session length, which only unlocking again renews. */
  readonly canStay: boolean;
  /** Idle limit in whole minutes; undefined without one. */
  readonly idleMinutes: number | undefined;
}

export const useIdle = create<IdleState>()(() => ({
  secondsLeft: undefined,
  canStay: true,
  idleMinutes: undefined,
}));

let lastContact = Date.now();
let touching = false;

onActivity(() => {
  lastContact = Date.now();
  if (useIdle.getState().secondsLeft !== undefined) useIdle.setState({ secondsLeft: undefined });
});

/** Idle limit in ms, computed from the session when it was read. */
let idleMs = Number.POSITIVE_INFINITY;

useSession.subscribe((state, before) => {
  if (!state.session || state.session === before.session) return;
  lastContact = Date.now();
  idleMs = Date.parse(state.session.idle_expires_at) - Date.now();
  const minutes = Math.round(idleMs / 60_000);
  useIdle.setState({ idleMinutes: minutes > 0 && minutes < DAY_MINUTES ? minutes : undefined });
});

/** Keeps the session alive: tells the server that the person is active. */
export async function stayUnlocked(): Promise<void> {
  if (touching) return;
  touching = true;
  await vault()
    .settings.get()
    .catch(() => undefined);
  touching = false;
}

function onInput(): void {
  if (useSession.getState().phase !== 'unlocked') return;
  const quiet = Date.now() - lastContact;
  if (quiet > Math.min(TOUCH_EVERY_MS, idleMs / 4)) stayUnlocked();
}

function tick(): void {
  const { phase, session } = useSession.getState();
  if (phase !== 'unlocked' || !session) {
    if (useIdle.getState().secondsLeft !== undefined) useIdle.setState({ secondsLeft: undefined });
    return;
  }
  const idleEnd = lastContact + idleMs;
  const end = Date.parse(session.expires_at);
  const left = Math.min(idleEnd, end) - AHEAD_MS - Date.now();
  if (left <= 0) {
    useIdle.setState({ secondsLeft: undefined });
    lock('idle');
  } else {
    const seconds = left <= WARNING_SECONDS * 1000 ? Math.ceil(left / 1000) : undefined;
    useIdle.setState({ secondsLeft: seconds, canStay: idleEnd <= end });
  }
}

/** Starts the clock, once per window. */
export function startIdleClock(): void {
  setInterval(tick, 1000);
  for (const event of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(event, onInput, { passive: true });
}
