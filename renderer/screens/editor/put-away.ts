import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { useView } from './view-store.ts';

/** React hook: saves typed text, archives or trashes the open exam, and returns to the list. */
export function usePutAway(): (act: 'archive' | 'delete') => Promise<void> {
  const { t } = useTranslation();
  const work = useEditingSession();
  const title = useEditingState((state) => state.meta.title) ?? t('worklist.untitled');
  const isWriteView = useView((state) => state.view.kind === 'write');
  const isWriting = useEditingState((state) => state.readOnly === undefined) && isWriteView;
  return async (act) => {
    const { id } = work.documents;
    const isArchive = act === 'archive';
    try {
      if (isWriting) await work.clock.flush();
      examCache.putIndex(await vault().exams[act](id));
      const run = () => {
        vault()
          .exams[isArchive ? 'unarchive' : 'restore'](id)
          .then(examCache.putIndex)
          .catch((error: unknown) => work.set({ actError: error }));
      };
      showToast({
        icon: isArchive ? 'archive' : 'trash',
        text: t(isArchive ? 'worklist.archived' : 'worklist.trashed', { title }),
        action: { label: t('worklist.undo'), run },
      });
      navigate(['worklist']);
    } catch (error) {
      work.set({ actError: error });
    }
  };
}
