/** Shows the handbook above everything, and opens it on F1 where no session answers keys: locked, or verifying. */
import { Suspense, useEffect } from 'react';
import { lazyComponent } from '#renderer/components/loading/lazy-component.tsx';
import { ShortcutSheet } from '#renderer/screens/shortcuts/ShortcutSheet.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { closeHandbook, openHandbook, useHandbook } from '#renderer/state/shell/handbook-store.ts';
import { useRoute } from '#renderer/state/shell/route-store.ts';

/** Loaded on demand, because it includes all pages. */
const HandbookDialog = lazyComponent(
  async () => (await import('#renderer/screens/handbook/HandbookDialog.tsx')).HandbookDialog,
);

export function HandbookLayer() {
  const view = useHandbook((state) => state.view);
  const phase = useSession((state) => state.phase);
  const isVerifying = useRoute((route) => route.path[0] === 'verify');
  const hasFrame = phase === 'unlocked' && !isVerifying;
  const page = isVerifying ? 'verify' : phase === 'first_run' ? 'first-day' : 'lock';
  useEffect(() => {
    if (hasFrame) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.defaultPrevented) return;
      event.preventDefault();
      if (!useHandbook.getState().view) openHandbook({ page });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [hasFrame, page]);
  if (view === undefined) return null;
  if (view.kind === 'keys') return <ShortcutSheet changes={view.isChanging} onClose={closeHandbook} />;
  return (
    <Suspense>
      <HandbookDialog place={view.place} />
    </Suspense>
  );
}
