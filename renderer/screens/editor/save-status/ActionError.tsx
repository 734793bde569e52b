import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

/** Shows the error of the last action, which left the text unchanged. */
export function ActionError() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const error = useEditingState((state) => state.actError);
  if (error === undefined) return null;
  return (
    <div className="act-error">
      <ErrorNotice error={error}>
        <Button size="s" onPress={() => work.set({ actError: undefined })}>
          {t('common.close')}
        </Button>
      </ErrorNotice>
    </div>
  );
}
