/** Dialog that adds a follow-up to any exam from the list; sealed at once as a version of that exam. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#records/folded-text.ts';
import { isFoundBy } from '#records/summaries.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import {
  FollowUpFields,
  newFollowUp,
  useFollowUpFields,
} from '#renderer/components/follow-ups/FollowUpFields.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { addFollowUp } from './tracker-actions.ts';

interface NewFollowUpDialogProps {
  /** Exam selected at first. */
  readonly examId: string | undefined;
  readonly onClose: () => void;
}

/** Number of exams listed; typing finds more. */
const FOUND_MAX = 30;

export function NewFollowUpDialog({ examId, onClose }: NewFollowUpDialogProps) {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const me = session?.principal.display_name ?? '';
  const { fields, change, entry } = useFollowUpFields({ text: '', due: '', whose: me });
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState(examId);
  const found = useFoundExams(search, chosenId);
  const exam = found.find(({ id }) => id === chosenId);
  const submit = useSubmit({
    body: entry && exam ? { id: exam.id, entry } : undefined,
    send: async (body) => {
      await addFollowUp(body.id, newFollowUp(body.entry, me, new Date()), t('tracked.reasonFollowUp'));
      onClose();
    },
  });
  const nameOf = ({ summary, updated_at }: ExamRow) =>
    [
      summary?.patient_name,
      summary?.title ?? t('worklist.untitled'),
      shortDay(summary?.exam_date ?? updated_at),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <FormDialog
      title={t('tracked.newTitle')}
      act={t('tracked.keep')}
      submit={submit}
      onClose={onClose}
      keptAs="new-follow-up"
    >
      <TextField
        wide
        label={t('tracked.findExam')}
        value={search}
        onChange={setSearch}
        autoFocus={examId === undefined}
      />
      <Select
        wide
        label={t('tracked.ofExam')}
        value={exam?.id ?? ''}
        choices={[
          ...(exam
            ? []
            : [{ value: '', label: t(found.length === 0 ? 'tracked.noExam' : 'tracked.chooseExam') }]),
          ...found.map((row) => ({ value: row.id, label: nameOf(row) })),
        ]}
        error={submit.tried && !exam ? t('tracked.examMissing') : undefined}
        onChange={setChosenId}
      />
      <FollowUpFields fields={fields} change={change} tried={submit.tried} />
    </FormDialog>
  );
}

/** Returns exams the person may seal, newest first, with the selected one always included. */
function useFoundExams(search: string, firstId: string | undefined): readonly ExamRow[] {
  const session = useSession((state) => state.session);
  const rows = examCache.use((state) => state.rows);
  return useMemo(() => {
    const wanted = wordsOf(search);
    const roles = new Map(session?.groups.map((group) => [group.security_group_id, group.role]));
    const mayWrite = ({ security_group_id }: ExamRow) =>
      (roles.get(security_group_id) ?? 'viewer') !== 'viewer';
    const day = ({ summary, updated_at }: ExamRow) => summary?.exam_date ?? updated_at;
    return [...rows.values()]
      .filter((row) => row.summary !== null && !row.is_deleted && mayWrite(row))
      .filter(({ id, summary }) => id === firstId || (summary !== null && isFoundBy(summary, wanted)))
      .sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId) || (day(a) < day(b) ? 1 : -1))
      .slice(0, FOUND_MAX);
  }, [rows, session, search, firstId]);
}
