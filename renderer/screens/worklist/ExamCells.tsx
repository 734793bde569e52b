/**
 * The cells of one exam in the worklist. Memoised, so that moving the selection does not draw every visible row
 * again.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell } from '#renderer/components/lists/Cell.tsx';
import { Marked } from '#renderer/components/lists/Highlighted.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { sexWord } from '#renderer/components/records/sex.ts';
import {
  changedInList,
  clockTime,
  dayInList,
  dayKey,
  isDayOnly,
  localDayKey,
} from '#renderer/messages/dates.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/row.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';

interface ExamCellsProps {
  readonly row: ExamRow;
  /** Folded beginnings to mark. */
  readonly wanted: readonly string[];
  readonly patients: ReadonlyMap<string, PatientRow>;
}

export const ExamCells = memo(function ExamCells({ row, wanted, patients }: ExamCellsProps) {
  const { t } = useTranslation();
  const groupName = useGroupName(row.security_group_id);
  const { summary } = row;
  const changed = <Cell className="num dim">{changedInList(row.updated_at)}</Cell>;
  if (summary === null) {
    return (
      <>
        <Cell>
          <StateBadge state={rowState(row)} />
        </Cell>
        <Cell className="p">
          {row.damaged ? t('worklist.damaged') : t('worklist.sealedFor', { group: groupName })}
        </Cell>
        <Cell>{t(row.damaged ? 'worklist.damagedAdvice' : 'worklist.askOwner')}</Cell>
        <Cell />
        <Cell />
        <Cell />
        {changed}
      </>
    );
  }
  const patient = row.patient_id === null ? undefined : patients.get(row.patient_id);
  const birthDate = patient?.summary?.birth_date;
  return (
    <>
      <Cell>
        <StateBadge state={rowState(row)} />
      </Cell>
      <Cell className="p">
        {summary.patient_name === null ? (
          <span className="dim">{t('worklist.noPatient')}</span>
        ) : (
          <Marked text={summary.patient_name} wanted={wanted} />
        )}
        {/* Not said as one word with the name. */}
        <span className="vh">, </span>
        <i>
          {[birthDate ? ageText(birthDate, t) : undefined, sexWord(patient?.summary?.biological_sex, t)]
            .filter(Boolean)
            .join(', ')}
        </i>
      </Cell>
      <Cell className="e">
        <Marked text={summary.title ?? t('worklist.untitled')} wanted={wanted} />
      </Cell>
      <Cell className="mod">{summary.modality}</Cell>
      <Cell className="num mid">{summary.exam_date ? dateInRow(summary.exam_date) : null}</Cell>
      <Cell className="num dim">{row.seq}</Cell>
      {changed}
    </>
  );
});

/** The time of an exam of today or yesterday (its group head tells the day), else the day. */
function dateInRow(examDate: string): string {
  const yesterday = localDayKey(new Date(Date.now() - 86_400_000));
  const recent = dayKey(examDate) >= yesterday && dayKey(examDate) <= localDayKey(new Date());
  return recent && !isDayOnly(examDate) ? clockTime(examDate) : dayInList(examDate);
}
