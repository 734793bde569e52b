import { useEffect } from 'react';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { useSession } from './session/session-store.ts';

/**
 * React hook for the window's title: screen, then the vault's name. A lock leaves only the vault's name.
 * @param subject name of what the screen shows, in the desktop program only: a browser stores titles
 * unencrypted in its history.
 */
export function useTitle(screen: string, subject?: string): void {
  const name = useSession((state) => state.vault?.name ?? '');
  const shown = (desktopBridge() === undefined ? undefined : subject) ?? screen;
  useEffect(() => {
    // React may run this after a lock was requested.
    if (useSession.getState().phase !== 'locking') document.title = `${shown} – ${name}`;
  }, [shown, name]);
}

// Set at once at a lock, because a title names a patient.
useSession.subscribe(({ phase, vault }, before) => {
  if (phase === 'locking' && before.phase !== phase) document.title = vault?.name ?? '';
});
