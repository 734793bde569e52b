/**
 * The menu of the selected exam in the worklist, also reached by its commands. Moving to the trash asks first and
 * can be undone from the toast.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { claimExam } from '#renderer/components/records/exam/claim-exam.ts';
import { ExamSheet } from '#renderer/components/records/exam/ExamSheet.tsx';
import { TrashExamQuestion } from '#renderer/components/records/exam/TrashExamQuestion.tsx';
import { WithdrawDialog } from '#renderer/components/records/exam/WithdrawDialog.tsx';
import { RecordMenu } from '#renderer/components/records/RecordMenu.tsx';
import { isToReport } from '#renderer/lists/worklist/exam-filter.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';

/** Menu to correct, archive or delete an exam; all can be undone. */
export function ExamMenu({ row }: { readonly row: ExamRow }) {
  const { t } = useTranslation();
  const { error, act } = useAsyncAction();
  const [sheet, setSheet] = useState<'exam' | 'withdraw' | 'trash'>();
  const close = () => setSheet(undefined);
  const { hint } = useKeyHint('examSheet');
  const isWithdrawn = isEnteredInError(row.summary?.report_status);
  const title = row.summary?.title ?? t('worklist.untitled');
  const change = (run: () => Promise<DocumentIndex>) => act(async () => examCache.putIndex(await run()));
  const trash = () =>
    change(async () => {
      const index = await vault().exams.delete(row.id);
      const undo = () => change(() => vault().exams.restore(row.id));
      const action = { label: t('worklist.undo'), run: undo };
      showToast({ icon: 'trash', text: t('worklist.trashed', { title }), action });
      return index;
    });
  const archive = () =>
    change(async () => {
      const index = await (row.is_archived ? vault().exams.unarchive(row.id) : vault().exams.archive(row.id));
      const text = row.is_archived ? t('worklist.unarchived', { title }) : t('worklist.archived', { title });
      const undo = () =>
        change(() => (row.is_archived ? vault().exams.archive(row.id) : vault().exams.unarchive(row.id)));
      showToast({ icon: 'archive', text, action: { label: t('worklist.undo'), run: undo } });
      return index;
    });
  const me = useSession((state) => state.session?.principal.principal_id);
  const isMine = me !== undefined && row.specialist_ids.includes(me);
  const claim = () =>
    act(async () => {
      if (me === undefined) return;
      await claimExam(row.id, me, !isMine, t(isMine ? 'worklist.unclaimed' : 'worklist.claimed', { title }));
      showToast({ icon: 'check', text: t(isMine ? 'worklist.unclaimed' : 'worklist.claimed', { title }) });
    });
  useCommand('examSheet', () => setSheet('exam'));
  useCommand('enteredInError', () => setSheet('withdraw'));
  useCommand('archive', archive);
  useCommand('moveToTrash', () => setSheet('trash'));
  return (
    <>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <RecordMenu
        archiveLabel={t(row.is_archived ? 'worklist.unarchive' : 'worklist.archive')}
        trashLabel={t('worklist.moveToTrash')}
        onArchive={archive}
        onTrash={() => setSheet('trash')}
        own={[
          ...(isToReport(row)
            ? [
                {
                  id: 'claim',
                  icon: 'check' as const,
                  label: t(isMine ? 'worklist.unclaim' : 'worklist.claim'),
                  run: claim,
                },
              ]
            : []),
          {
            id: 'exam',
            icon: 'state-amended',
            label: t('commands.examSheet'),
            hint,
            run: () => setSheet('exam'),
          },
          {
            id: 'withdraw',
            icon: 'state-void',
            label: t(isWithdrawn ? 'withdraw.backTitle' : 'commands.enteredInError'),
            run: () => setSheet('withdraw'),
          },
        ]}
      />
      {sheet === 'exam' ? <ExamSheet examId={row.id} onClose={close} /> : null}
      {sheet === 'trash' ? <TrashExamQuestion examId={row.id} onTrash={trash} onClose={close} /> : null}
      {sheet === 'withdraw' ? <WithdrawDialog examId={row.id} onClose={close} /> : null}
    </>
  );
}
