import { useTranslation } from 'react-i18next';
import { LeaveQuestion } from '#renderer/components/forms/LeaveQuestion.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';

/** Asks once when a report is left whose last text the vault refused to save. */
export function LeaveDialog() {
  const { t } = useTranslation();
  const { clock, store } = useEditingSession();
  return (
    <LeaveQuestion
      isUnsaved={() => clock.isDirty() && store.getState().saving.kind === 'failed'}
      words={{
        title: t('editor.leave.title'),
        text: t('editor.leave.text'),
        stay: t('editor.leave.stay'),
        leave: t('editor.leave.leave'),
      }}
    />
  );
}
