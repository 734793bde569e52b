/** Closes a view and returns to the report text, by Esc or by the first button of the view's toolbar. */
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { showView } from './view-store.ts';

export function backToReport(): void {
  showView({ kind: 'write' });
}

export function useBackByEscape(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) backToReport();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

export function BackTool() {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="tool" onClick={backToReport}>
        <Icon name="chevron-left" />
        <span>{t('review.conflict.back')}</span>
        <kbd aria-hidden="true">Esc</kbd>
      </button>
      <span className="vsep" />
    </>
  );
}
