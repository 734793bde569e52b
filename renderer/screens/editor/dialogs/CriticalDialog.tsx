import { useTranslation } from 'react-i18next';
import { readCritical, withCritical } from '#records/reports/critical-result.ts';
import { CriticalForm } from '#renderer/components/follow-ups/CriticalForm.tsx';
import { useWork, useWorkState } from '#renderer/editor/editing-session/editing-context.ts';
import { keepAttributes, mayKeepAttributes } from '#renderer/editor/editing-session/save-attributes.ts';

/** The critical result of the open exam; it is sealed with the next version. */
export function CriticalDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useWork();
  const attributes = useWorkState((state) => state.meta.custom_attributes);
  const readOnly = useWorkState((state) => state.readOnly);
  return (
    <CriticalForm
      examId={work.documents.id}
      known={readCritical(attributes)}
      readOnly={!mayKeepAttributes(readOnly)}
      onKeep={async (critical) => {
        await keepAttributes(work, (known) => withCritical(known, critical), t('tracked.reasonCritical'));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
