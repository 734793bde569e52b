/** Shows a toast that a text was moved to Recovered text, with a button that opens it. */
import type { TFunction } from 'i18next';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { baseSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { showPanel } from './view-store.ts';

export function tellRecovered(text: string, t: TFunction): void {
  showToast({
    icon: 'restore',
    text,
    action: { label: t('review.conflict.showRecovered'), run: () => showPanel('recovered') },
  });
}

/** Says where the own text is once it was given up, and what is open instead. */
export function tellGivenUp({ store }: EditingSession, t: TFunction): void {
  const state = store.getState();
  tellRecovered(
    state.draft ? t('editor.otherDraft.taken') : t('review.conflict.tookTheirs', { seq: baseSeq(state) }),
    t,
  );
}
