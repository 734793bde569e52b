import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { openReport } from '#renderer/editor/editing-session/editing-session.ts';
import { examCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';

/** Takes the open exam or template out of the trash, for those who may write it. */
export function RestoreAct() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const mayWrite = useEditingState(({ index }) => index !== undefined && work.canWrite(index));
  if (!mayWrite) return null;
  const restore = async () => {
    const { resource, id } = work.documents;
    try {
      if (resource === 'exams') examCache.putIndex(await vault().exams.restore(id));
      else templateCache.putIndex(await vault().templates.restore(id));
      await openReport(work);
    } catch (error) {
      work.set({ actError: error });
    }
  };
  return (
    <span className="acts">
      <Button size="s" onPress={restore}>
        {t('trash.restore')}
      </Button>
    </span>
  );
}
