import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { useWork } from '#renderer/editor/work/work-context.ts';
import { guardLeaving, navigate, type Route } from '#renderer/state/frame/route-store.ts';

/** Asks once when a report is left whose last words the vault has refused to take. */
export function LeaveDialog() {
  const { t } = useTranslation();
  const { clock, store } = useWork();
  const [next, setNext] = useState<Route>();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (isAsked) return undefined;
    return guardLeaving((route) => {
      const mayLeave = !(clock.isDirty() && store.getState().saving.kind === 'failed');
      if (!mayLeave) setNext(route);
      return mayLeave;
    });
  }, [clock, store, isAsked]);
  useEffect(() => {
    if (isAsked && next) navigate(next.path, { query: next.query });
  }, [isAsked, next]);
  if (!next || isAsked) return null;
  return (
    <Dialog title={t('editor.leave.title')} onClose={() => setNext(undefined)}>
      <div className="b stack">
        <p>{t('editor.leave.text')}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={() => setNext(undefined)}>
          {t('editor.leave.stay')}
        </Button>
        <Button onPress={() => setAsked(true)}>{t('editor.leave.leave')}</Button>
      </div>
    </Dialog>
  );
}
