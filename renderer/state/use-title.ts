import { useEffect } from 'react';
import { useSession } from './session-store.ts';

/** The window's title: the screen, then the vault's name. A lock leaves the vault's name alone. */
export function useTitle(screen: string): void {
  const name = useSession((state) => state.vault?.name ?? '');
  useEffect(() => {
    // React may come to this only after the lock that was pressed meanwhile.
    if (useSession.getState().phase !== 'locking') document.title = `${screen} – ${name}`;
  }, [screen, name]);
}

// At once, not when the content behind the cover has gone: a title names a patient.
useSession.subscribe(({ phase, vault }, before) => {
  if (phase === 'locking' && before.phase !== phase) document.title = vault?.name ?? '';
});
