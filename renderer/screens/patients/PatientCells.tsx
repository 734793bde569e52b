/**
 * The cells of one row in the list of patients. Memoised, so that moving the selection does not draw every visible
 * row again.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Cell } from '#renderer/components/lists/Cell.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { sexWord } from '#renderer/components/records/sex.ts';
import { changedAt, shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';

interface PatientCellsProps {
  readonly row: PatientRow;
  /** Exams of the patient, newest first. */
  readonly exams: readonly ExamRow[] | undefined;
  readonly wanted: readonly string[];
}

export const PatientCells = memo(function PatientCells({ row, exams, wanted }: PatientCellsProps) {
  const { t } = useTranslation();
  const groupName = useGroupName(row.security_group_id);
  const { summary } = row;
  const changed = <Cell className="num dim">{changedAt(row.updated_at)}</Cell>;
  if (summary === null) {
    return (
      <>
        <Cell className="p">
          {row.damaged ? t('worklist.damaged') : t('worklist.sealedFor', { group: groupName })}
        </Cell>
        <Cell />
        <Cell />
        <Cell />
        <Cell />
        <Cell>{t(row.damaged ? 'worklist.damagedAdvice' : 'patients.unreadable')}</Cell>
        <Cell>
          <StateBadge state={row.damaged ? 'damaged' : 'noKey'} />
        </Cell>
        {changed}
      </>
    );
  }
  const latest = exams?.[0];
  return (
    <>
      <Cell className="p">
        <Link to={['patients', row.id]} tabIndex={-1}>
          <Highlighted text={summary.display_name} wanted={wanted} />
        </Link>
      </Cell>
      <Cell className="num">{summary.birth_date ? shortDay(summary.birth_date) : null}</Cell>
      <Cell className="mid">
        {[summary.birth_date ? ageText(summary.birth_date, t) : undefined, sexWord(summary.biological_sex, t)]
          .filter(Boolean)
          .join(', ')}
      </Cell>
      <Cell className="id">{mainIdentifier(summary.identifiers)?.value}</Cell>
      <Cell className="num mid">{count(exams?.length ?? 0)}</Cell>
      <Cell className="mid e">{latest ? (latest.summary?.title ?? t('worklist.untitled')) : null}</Cell>
      <Cell>{latest ? <StateBadge state={rowState(latest)} /> : null}</Cell>
      {changed}
    </>
  );
});
