import { useEffect } from 'react';
import { Sprite } from './components/icons/Sprite.tsx';
import { AppFrame } from './frame/AppFrame.tsx';
import { FirstRunScreen } from './screens/gate/FirstRunScreen.tsx';
import { UnlockScreen } from './screens/gate/UnlockScreen.tsx';
import { UnreachableScreen } from './screens/gate/UnreachableScreen.tsx';
import { startDesktopLink } from './state/desktop-link.ts';
import { startIdleClock } from './state/idle-clock.ts';
import { startSession, useSession } from './state/session-store.ts';

/** Chooses what the window shows. While a lock is under way the content is covered but not yet gone. */
export function App() {
  const phase = useSession((state) => state.phase);
  useEffect(() => {
    startSession();
    startIdleClock();
    startDesktopLink();
  }, []);
  return (
    <>
      <Sprite />
      {phase === 'first_run' ? <FirstRunScreen /> : null}
      {phase === 'unreachable' ? <UnreachableScreen /> : null}
      {phase === 'locked' || phase === 'locking' ? <UnlockScreen /> : null}
      {phase === 'unlocked' || phase === 'locking' ? (
        <div className="shell" hidden={phase === 'locking'}>
          <AppFrame />
        </div>
      ) : null}
    </>
  );
}
