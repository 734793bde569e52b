import { useTranslation } from 'react-i18next';
import { readCritical, withCritical } from '#records/critical-result.ts';
import { CriticalForm } from '#renderer/components/tracked/CriticalForm.tsx';
import { keepAttributes, mayKeepAttributes } from '#renderer/editor/work/keep-attributes.ts';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';

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
