/**
 * Root component: shows the unlock screen, the screens, or the verification page, which needs no session.
 * Starts everything that runs as long as the window.
 */
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Sprite } from './components/icons/IconSprite.tsx';
import { lazyComponent, prefetchComponents } from './components/loading/lazy-component.tsx';
import { startMyCosignRequests } from './lists/cosign-store.ts';
import { startDraftTracked } from './lists/draft-tracked.ts';
import { startUnmatchedStudies } from './lists/unmatched-studies-store.ts';
import { FirstRunScreen } from './screens/unlock/first-run/FirstRunScreen.tsx';
import { UnlockScreen } from './screens/unlock/UnlockScreen.tsx';
import { UnreachableScreen } from './screens/unlock/UnreachableScreen.tsx';
import { AppFrame } from './shell/AppFrame.tsx';
import { startDesktopLink } from './shell/desktop-integration.ts';
import { startHoldingKeys } from './shell/focus/hold-keys.ts';
import { startFocusRestoration } from './shell/focus/restore-focus.ts';
import { HandbookLayer } from './shell/HandbookLayer.tsx';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { startNodeChanges } from './state/events/node-changes.ts';
import { startListRefresh } from './state/events/refresh-lists.ts';
import { startVaultEvents } from './state/events/vault-events.ts';
import { startIdleClock } from './state/session/idle-clock.ts';
import { startSession, useSession } from './state/session/session-store.ts';
import { useRoute } from './state/shell/route-store.ts';

const VerifyScreen = lazyComponent(
  async () => (await import('./screens/verify/VerifyScreen.tsx')).VerifyScreen,
);

/** Chooses what the window shows. During a lock the content is covered but not yet removed. */
export function App() {
  const phase = useSession((state) => state.phase);
  useEffect(() => {
    startSession();
    startIdleClock();
    startVaultEvents();
    startListRefresh();
    startNodeChanges();
    startUnmatchedStudies();
    startDraftTracked();
    startMyCosignRequests();
    startDesktopLink();
  }, []);
  const isVerifying = useRoute((route) => route.path[0] === 'verify');
  useEffect(startFocusRestoration, []);
  useEffect(startHoldingKeys, []);
  useEffect(() => {
    if (phase !== 'starting' || isVerifying) prefetchComponents();
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
      <HandbookLayer />
    </>
  );
}

function VaultScreens({ phase }: { readonly phase: ReturnType<typeof useSession.getState>['phase'] }) {
  // Close modal dialogs, because a hidden one would keep the keyboard from the unlock screen.
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
