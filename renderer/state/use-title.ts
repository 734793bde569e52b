import { useEffect } from 'react';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { useSession } from './session/session-store.ts';

/**
 * The window's title: the screen, then the vault's name. A lock leaves the vault's name alone.
 * @param subject who or what the screen shows, in its place in the desktop alone: a browser writes titles into its
 * history, in clear and on the disk.
 */
export function useTitle(screen: string, subject?: string): void {
  const name = useSession((state) => state.vault?.name ?? '');
  const shown = (desktopBridge() === undefined ? undefined : subject) ?? screen;
  useEffect(() => {
    // React may come to this only after the lock that was pressed meanwhile.
    if (useSession.getState().phase !== 'locking') document.title = `${shown} – ${name}`;
  }, [shown, name]);
}

// At once, not when the content behind the cover has gone: a title names a patient.
useSession.subscribe(({ phase, vault }, before) => {
  if (phase === 'locking' && before.phase !== phase) document.title = vault?.name ?? '';
});
