/** Registers palette commands of an open report that have no key of their own. */

import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportFacts, reportStatus } from '#records/reports/report-status.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { fillAllNormal } from '#renderer/editor/fields/fill-all-normal.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { insertMeasurements, insertTable } from '#renderer/editor/tables/table-actions.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { useCanCorrectExam } from './can-correct-exam.ts';
import { usePutAway } from './put-away.ts';
import { beginAddendum } from './save-status/begin-addendum.ts';
import { saveDicom } from './save-status/save-dicom.ts';
import { measurementWords } from './tools/tool-menus.ts';
import { openDialog, showPanel, useView } from './view-store.ts';

export function usePaletteCommands(): void {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const words = useReportTranslations();
  const isWriteView = useView((state) => state.view.kind === 'write');
  const readOnly = useEditingState((state) => state.readOnly);
  const isExam = work.documents.resource === 'exams';
  const isWriting = isWriteView && readOnly === undefined;
  const hasVersion = useEditingState((state) => state.base_version_id !== null);
  const isWithdrawn = useEditingState((state) =>
    isEnteredInError(reportStatus(state.meta.custom_attributes)),
  );
  // Offer no addendum for a report entered in error.
  const isSigned = isWriteView && readOnly === 'signed' && !isWithdrawn;

  const name = useEditingState((state) => state.meta.title) ?? t('worklist.untitled');

  // An addendum is already signed by sealing, and an amendment has its reason.
  const isPending = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending !== null);
  useCommand('sealReason', () => openDialog('seal_reason'), isWriting && !isPending);
  useCommand('addendum', () => void beginAddendum(work), isSigned && isExam);
  useCommand('amend', () => openDialog('amend'), isSigned && isExam);
  useCommand('giveOut', () => openDialog('give_out'), isWriteView && isExam && hasVersion);
  useCommand('recovered', () => showPanel('recovered'), isWriteView);
  useCommand('signatures', () => showPanel('signatures'), isSigned && isExam);
  // With its panel closed nothing says which prior it would be, so the panel comes first.
  const isPriorShown = useView((state) => state.panel === 'prior');
  useCommand('startFromPrior', () => showPanel('prior'), isWriting && isExam && !isPriorShown);
  useCommand('handOver', () => openDialog('hand_over'), isWriteView && isExam && hasVersion);
  useCommand('healthLink', () => openDialog('health_link'), isWriteView && isExam && hasVersion);
  useCommand('sendMessage', () => openDialog('send'), isWriteView && isExam && hasVersion);
  useCommand(
    'deidentify',
    () => openOverlay({ kind: 'deidentify', exam_id: work.documents.id, title: name }),
    isWriteView && isExam && hasVersion,
  );
  const saveFiles = async () => {
    try {
      const media = await saveDicom(work.documents.id);
      if (media === undefined) return;
      const { images, waiting } = media;
      const sentences: string[] = [];
      if (images > 0) sentences.push(t('pictures.saved.done', { count: images }));
      else if (waiting === 0) sentences.push(t('pictures.saved.none'));
      if (waiting > 0) sentences.push(t('pictures.saved.waiting', { count: waiting }));
      showToast({ icon: images > 0 ? 'check' : 'key-image', text: sentences.join('. ') });
    } catch (error) {
      work.set({ actError: error });
    }
  };
  useCommand('saveDicom', saveFiles, isWriteView && isExam && hasVersion);
  const mayPutRight = useCanCorrectExam();
  useCommand('examSheet', () => openDialog('exam'), mayPutRight);
  useCommand('enteredInError', () => openDialog('withdraw'), mayPutRight);
  useCommand('critical', () => openDialog('critical'), isWriteView && isExam);
  const mayKeep = isWriteView && isExam && canSaveAttributes(readOnly);
  useCommand('followUp', () => openDialog('follow_up'), mayKeep);
  useCommand('allNormal', () => void fillAllNormal(editor), isWriting);
  useCommand('macros', () => openDialog('new_macro'), isWriting);
  useCommand('symbols', () => document.getElementById('symbols-menu')?.click(), isWriting);
  useCommand('insertTable', () => insertTable(editor), isWriting);
  useCommand('measurementTable', () => insertMeasurements(editor, measurementWords(words.t)), isWriting);

  const mayPutAway = isExam && isWriteView && readOnly !== 'role' && readOnly !== 'trashed';
  const putAway = usePutAway();
  useCommand('archive', () => putAway('archive'), mayPutAway);
  useCommand('moveToTrash', () => openDialog('trash'), mayPutAway);
}
