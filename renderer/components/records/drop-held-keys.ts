import i18next from 'i18next';
import { showToast } from '#renderer/state/toast-store.ts';
import { endHolding } from '#renderer/state/unsaved/held-keys.ts';

/** Ends holding keys for every report but this one, and shows the text that found no place. */
export function dropHeldKeys(except?: string): void {
  const text = endHolding(except);
  if (text !== '') showToast({ icon: 'state-warn', text: i18next.t('editor.keysDropped', { text }) });
}
