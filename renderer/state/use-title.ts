import { useEffect } from 'react';
import { useSession } from './session-store.ts';

/** The window's title: the screen, then the vault's name. A lock clears it. */
export function useTitle(screen: string): void {
  const name = useSession((state) => state.vault?.name ?? '');
  useEffect(() => {
    document.title = `${screen} – ${name}`;
  }, [screen, name]);
}
