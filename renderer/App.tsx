import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Sprite } from './components/icons/Sprite.tsx';
import { fetchPartsAhead, lazyPart } from './components/loading/lazy-part.tsx';
import { AppFrame } from './frame/AppFrame.tsx';
import { startDesktopLink } from './frame/desktop-link.ts';
import { keepFocusSomewhere } from './frame/focus-keeper.ts';
import { ScreenBoundary } from './frame/ScreenBoundary.tsx';
import { startAskedOfMe } from './lists/cosign-store.ts';
import { startDraftCriticals } from './lists/draft-criticals.ts';
import { startToMatch } from './lists/to-match-store.ts';
import { FirstRunScreen } from './screens/gate/FirstRunScreen.tsx';
import { UnlockScreen } from './screens/gate/UnlockScreen.tsx';
import { UnreachableScreen } from './screens/gate/UnreachableScreen.tsx';
import { startFreshLists } from './state/events/fresh-lists.ts';
import { startNodeChanges } from './state/events/node-changes.ts';
import { startVaultEvents } from './state/events/vault-events.ts';
import { useRoute } from './state/frame/route-store.ts';
import { startIdleClock } from './state/idle-clock.ts';
import { startSession, useSession } from './state/session-store.ts';

const VerifyScreen = lazyPart(async () => (await import('./screens/verify/VerifyScreen.tsx')).VerifyScreen);

/** Chooses what the window shows. While a lock is under way the content is covered but not yet gone. */
export function App() {
  const phase = useSession((state) => state.phase);
  useEffect(() => {
    startSession();
    startIdleClock();
    startVaultEvents();
    startFreshLists();
    startNodeChanges();
    startToMatch();
    startDraftCriticals();
    startAskedOfMe();
    startDesktopLink();
  }, []);
  const isVerifying = useRoute((route) => route.path[0] === 'verify');
  useEffect(keepFocusSomewhere, []);
  useEffect(() => {
    if (phase !== 'starting' || isVerifying) fetchPartsAhead();
  }, [phase, isVerifying]);
  return (
    <>
      <Sprite />
      {isVerifying ? (
        <ScreenBoundary place="verify">
          <Suspense>
            <VerifyScreen />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <VaultScreens phase={phase} />
      )}
    </>
  );
}

function VaultScreens({ phase }: { readonly phase: ReturnType<typeof useSession.getState>['phase'] }) {
  // A modal dialog would keep the keys from the door, unseen as it is.
  useLayoutEffect(() => {
    if (phase !== 'locking') return;
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  }, [phase]);
  return (
    <>
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
