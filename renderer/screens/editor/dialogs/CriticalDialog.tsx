import { useTranslation } from 'react-i18next';
import { readCritical, withCritical } from '#records/reports/critical-result.ts';
import { CriticalForm } from '#renderer/components/follow-ups/CriticalForm.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes, saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';

/** The critical result of the open exam; it is sealed with the next version. */
export function CriticalDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  return (
    <CriticalForm
      examId={work.documents.id}
      known={readCritical(attributes)}
      readOnly={!canSaveAttributes(readOnly)}
      onKeep={async (critical) => {
        await saveAttributes(work, (known) => withCritical(known, critical), t('tracked.reasonCritical'));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
