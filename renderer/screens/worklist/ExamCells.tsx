/**
 * The cells of one exam in the worklist. Memoised, so that moving the selection does not draw every visible row
 * again.
 */
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageAt } from '#records/identity/age.ts';
import { sexOf } from '#records/identity/sex.ts';
import { Cell } from '#renderer/components/lists/Cell.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
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
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';

interface ExamCellsProps {
  readonly row: ExamRow;
  /** Beginnings of words to highlight, in folded form. */
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
  return (
    <>
      <Cell>
        <StateBadge state={rowState(row)} />
      </Cell>
      <Cell className="p">
        {summary.patient_name === null ? (
          <span className="dim">{t('worklist.noPatient')}</span>
        ) : (
          <Highlighted text={summary.patient_name} wanted={wanted} />
        )}
        {/* A separator, so that screen readers do not join it with the name. */}
        <span className="vh">, </span>
        <i data-short={aboutInShort(patient, t)}>{aboutPatient(patient, t)}</i>
      </Cell>
      <Cell className="e">
        <Highlighted text={summary.title ?? t('worklist.untitled')} wanted={wanted} />
      </Cell>
      <Cell className="mod">{summary.modality}</Cell>
      <Cell className="num mid">{summary.exam_date ? dateInRow(summary.exam_date) : null}</Cell>
      <Cell className="num dim">{row.seq}</Cell>
      {changed}
    </>
  );
});

/** Age and sex; for a patient in the trash, that fact. */
function aboutPatient(patient: PatientRow | undefined, t: TFunction): string {
  if (patient?.is_deleted) return t('worklist.patientInTrash');
  const birthDate = patient?.summary?.birth_date;
  return [birthDate ? ageText(birthDate, t) : undefined, sexWord(patient?.summary?.biological_sex, t)]
    .filter(Boolean)
    .join(', ');
}

/** Short form for narrow columns, as in `F 65`. */
function aboutInShort(patient: PatientRow | undefined, t: TFunction): string {
  if (!patient?.summary || patient.is_deleted) return aboutPatient(patient, t);
  const { birth_date, biological_sex } = patient.summary;
  const [female, male, other] = t('common.sexLetters').split(',');
  const letters = { female, male, other, unknown: undefined };
  const sex = sexOf(biological_sex);
  const age = birth_date ? ageAt(birth_date, new Date()) : undefined;
  const years = age?.unit === 'years' ? String(age.count) : birth_date ? ageText(birth_date, t) : undefined;
  return [sex === undefined ? biological_sex : letters[sex], years].filter(Boolean).join(' ');
}

/** Time for an exam of today or yesterday, whose group heading names the day; else the day. */
function dateInRow(examDate: string): string {
  const yesterday = localDayKey(new Date(Date.now() - 86_400_000));
  const recent = dayKey(examDate) >= yesterday && dayKey(examDate) <= localDayKey(new Date());
  return recent && !isDayOnly(examDate) ? clockTime(examDate) : dayInList(examDate);
}
