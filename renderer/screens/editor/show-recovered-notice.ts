/** Shows a toast that a text was moved to Recovered text, with a button that opens it. */
import type { TFunction } from 'i18next';
import { showToast } from '#renderer/state/toast-store.ts';
import { showPanel } from './view-store.ts';

export function tellRecovered(text: string, t: TFunction): void {
  showToast({
    icon: 'restore',
    text,
    action: { label: t('review.conflict.showRecovered'), run: () => showPanel('recovered') },
  });
}
