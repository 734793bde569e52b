import { readCriticalFor, withCritical } from '#records/reports/critical-result.ts';
import { CriticalForm } from '#renderer/components/follow-ups/CriticalForm.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes, saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';

/** Dialog for the critical result of the open exam, sealed with the next version. */
export function CriticalDialog({ onClose }: { readonly onClose: () => void }) {
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  return (
    <CriticalForm
      examId={work.documents.id}
      known={readCriticalFor(attributes, patientId)}
      patientId={patientId}
      readOnly={!canSaveAttributes(readOnly)}
      onKeep={async (critical, reason) => {
        await saveAttributes(work, (known) => withCritical(known, critical, patientId), reason);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
