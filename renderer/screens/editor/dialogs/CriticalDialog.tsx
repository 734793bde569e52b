import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { criticalLine, criticalLines } from '#records/reports/critical-line.ts';
import { readCriticalFor, withCritical } from '#records/reports/critical-result.ts';
import { CriticalForm } from '#renderer/components/follow-ups/CriticalForm.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes, saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { writeCriticalLine } from '#renderer/editor/insert/write-critical-line.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';

/**
 * Dialog for the critical result of the open exam, sealed with the next version. Who was told is written into the
 * report as well, so that it is signed; beside a signed report it is noted without changing the text.
 */
export function CriticalDialog({ onClose }: { readonly onClose: () => void }) {
  const work = useEditingSession();
  const [editor] = useLexicalComposerContext();
  const { language } = useReportTranslations();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  const known = readCriticalFor(attributes, patientId);
  return (
    <CriticalForm
      examId={work.documents.id}
      known={known}
      patientId={patientId}
      readOnly={!canSaveAttributes(readOnly)}
      onKeep={async (critical, reason) => {
        await saveAttributes(work, (held) => withCritical(held, critical, patientId), reason);
        if (readOnly === undefined)
          writeCriticalLine(editor, criticalLines(known), criticalLine(critical, language));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
