/**
 * Shows the open dialog of the editor, one at a time. Reopens a dialog whose typed text a lock has stashed.
 */
import { useEffect } from 'react';
import { ExamSheet } from '#renderer/components/records/exam/ExamSheet.tsx';
import { TrashExamQuestion } from '#renderer/components/records/exam/TrashExamQuestion.tsx';
import { WithdrawDialog } from '#renderer/components/records/exam/WithdrawDialog.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import {
  saveTypedAsDraft,
  sealFactsBesideText,
} from '#renderer/editor/editing-session/merging/seal-facts-beside-text.ts';
import { usePutAway } from '#renderer/screens/editor/put-away.ts';
import { closeDialog, openDialog, useView } from '#renderer/screens/editor/view-store.ts';
import { stashedFormNames } from '#renderer/state/unsaved/stashed-form-input.ts';
import { AmendDialog } from './AmendDialog.tsx';
import { CriticalDialog } from './CriticalDialog.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { FieldCodeDialog } from './fields/FieldCodeDialog.tsx';
import { NewFieldDialog } from './fields/NewFieldDialog.tsx';
import { NewMacroDialog } from './macros/NewMacroDialog.tsx';
import { SealReasonDialog } from './SealReasonDialog.tsx';
import { SpellingDialog } from './SpellingDialog.tsx';
import { GiveOutDialog } from './sending/GiveOutDialog.tsx';
import { HandoverDialog } from './sending/HandoverDialog.tsx';
import { HealthLinkDialog } from './sending/HealthLinkDialog.tsx';
import { SendDialog } from './sending/SendDialog.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

/** Dialogs whose typed text a lock stashes under their name and the report's id. */
const KEPT = ['exam', 'withdraw', 'amend', 'critical', 'follow_up'] as const;

/** Renders the dialog that is open. */
export function EditorDialogs() {
  const dialog = useView((state) => state.dialog);
  const work = useEditingSession();
  const { documents } = work;
  const close = () => closeDialog(dialog);
  useEffect(() => {
    const kept = KEPT.find((kind) => stashedFormNames().includes(`${kind}/${documents.id}`));
    if (kept) openDialog(kept);
  }, [documents.id]);
  switch (dialog) {
    case 'template':
      return <TemplateDialog onClose={close} />;
    case 'new_field':
      return <NewFieldDialog onClose={close} />;
    case 'field_code':
      return <FieldCodeDialog onClose={close} />;
    case 'new_macro':
      return <NewMacroDialog onClose={close} />;
    case 'amend':
      return <AmendDialog onClose={close} />;
    case 'exam':
      return documents.resource === 'exams' ? (
        <ExamSheet
          examId={documents.id}
          onClose={close}
          before={() => saveTypedAsDraft(work)}
          around={(seal) => sealFactsBesideText(work, seal)}
        />
      ) : null;
    case 'withdraw':
      return documents.resource === 'exams' ? (
        <WithdrawDialog
          examId={documents.id}
          onClose={close}
          before={() => saveTypedAsDraft(work)}
          around={(seal) => sealFactsBesideText(work, seal)}
        />
      ) : null;
    case 'trash':
      return <TrashDialog onClose={close} />;
    case 'give_out':
      return documents.resource === 'exams' ? <GiveOutDialog onClose={close} /> : null;
    case 'hand_over':
      return documents.resource === 'exams' ? <HandoverDialog onClose={close} /> : null;
    case 'health_link':
      return documents.resource === 'exams' ? <HealthLinkDialog onClose={close} /> : null;
    case 'send':
      return documents.resource === 'exams' ? <SendDialog onClose={close} /> : null;
    case 'spelling':
      return <SpellingDialog onClose={close} />;
    case 'seal_reason':
      return <SealReasonDialog onClose={close} />;
    case 'critical':
      return documents.resource === 'exams' ? <CriticalDialog onClose={close} /> : null;
    case 'follow_up':
      return documents.resource === 'exams' ? <FollowUpDialog onClose={close} /> : null;
    default:
      return null;
  }
}

function TrashDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useEditingSession().documents;
  const putAway = usePutAway();
  return <TrashExamQuestion examId={id} onTrash={() => putAway('delete')} onClose={onClose} />;
}
