/**
 * Store of the window's session phase: starting, no vault, locked, unlocked. Contains only public facts. The
 * session token stays inside the client in memory, so a reload requires unlocking again.
 * Locking runs in a fixed order: cover the screen, flush (`beforeLock`), lock on the server, wipe, drop the
 * token.
 */
import { create } from 'zustand';
import type { Session, SessionOpenBody } from '#contract/access/session.ts';
import type { VaultCreated, VaultInitBody, VaultState } from '#contract/access/vault.ts';
import { onSessionGone, renewClient, vault } from '#renderer/api/vault-client.ts';
import { openStashedFormInput } from '#renderer/state/unsaved/stashed-form-input.ts';
import { readVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { type LockReason, runBeforeLock, runWipe } from './lock-hooks.ts';

export type Phase = 'starting' | 'unreachable' | 'first_run' | 'locked' | 'locking' | 'unlocked';

interface SessionState {
  readonly phase: Phase;
  readonly vault: VaultState | undefined;
  readonly session: Session | undefined;
  /** Reason of the last lock; undefined before the first unlock of this window. */
  readonly lockReason: LockReason | undefined;
  /** Principal of the last session here; offered first at the unlock screen. */
  readonly lastPrincipalId: string | undefined;
  readonly error: unknown;
}

export const useSession = create<SessionState>()(() => ({
  phase: 'starting',
  vault: undefined,
  session: undefined,
  lockReason: undefined,
  lastPrincipalId: undefined,
  error: undefined,
}));

/** Reads the vault's state and chooses the first screen. */
export async function startSession(): Promise<void> {
  useSession.setState({ phase: 'starting', error: undefined });
  try {
    await readVaultLocation();
    const state = await vault().vault.get();
    useSession.setState({ vault: state, phase: state.state === 'ready' ? 'locked' : 'first_run' });
  } catch (error) {
    useSession.setState({ phase: 'unreachable', error });
  }
}

/** Creates the vault and opens its first session; the screen stays until `enterVault`. */
export async function createVault(body: VaultInitBody): Promise<VaultCreated> {
  const created = await vault().vault.init(body);
  const opened = await vault().session.open({ passphrase: body.passphrase });
  useSession.setState({ session: opened.session });
  return created;
}

/** Shows the vault to the open session. */
export async function enterVault(): Promise<void> {
  const { session } = useSession.getState();
  if (!session) return startSession();
  useSession.setState({ vault: await vault().vault.get() });
  await openStashedFormInput(session.principal.principal_id);
  showUnlocked(session);
}

function showUnlocked(session: Session): void {
  useSession.setState({
    phase: 'unlocked',
    session,
    lastPrincipalId: session.principal.principal_id,
    error: undefined,
  });
}

/**
 * Opens a session without showing the vault; the response may contain a new recovery key (accepted invite).
 */
export async function openSession(body: SessionOpenBody): Promise<{ recovery_key?: string | undefined }> {
  await locking;
  const opened = await vault().session.open(body);
  useSession.setState({ session: opened.session });
  return { recovery_key: opened.recovery_key };
}

let locking: Promise<void> = Promise.resolve();

/** Locks this window. Resolves when the stores contain no decrypted content. */
export function lock(reason: LockReason): Promise<void> {
  if (useSession.getState().phase !== 'unlocked') return locking;
  useSession.setState({ phase: 'locking', lockReason: reason });
  locking = finishLock(reason);
  return locking;
}

async function finishLock(reason: LockReason): Promise<void> {
  const canSave = reason !== 'expired';
  await runBeforeLock({ reason, canSave });
  // Ignore errors, because a stopped server has no session and the window must lock anyway.
  if (canSave)
    await vault()
      .session.lock()
      .catch(() => undefined);
  runWipe();
  renewClient();
  useSession.setState({ phase: 'locked', session: undefined });
  const state = await vault()
    .vault.get()
    .catch(() => undefined);
  if (state) useSession.setState({ vault: state });
}

/** Reads the session again after changes of its groups, roles or limits. */
export async function refreshSession(): Promise<void> {
  useSession.setState({ session: await vault().session.get() });
}

onSessionGone(() => {
  if (useSession.getState().phase === 'unlocked') lock('expired');
});
