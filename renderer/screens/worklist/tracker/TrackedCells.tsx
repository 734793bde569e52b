/**
 * The cells of the two tracker lists, critical results and follow-ups. State is shown by icon and text as well as
 * by colour.
 */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { communicatedForOtherPatient } from '#records/reports/critical-result.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { Cell } from '#renderer/components/lists/Cell.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import type { Tracked, TrackedCritical } from '#renderer/lists/follow-up-rows.ts';
import { changedInList, clockTime, dayInList, localDayKey } from '#renderer/messages/dates.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';

interface TrackedCellsProps {
  readonly item: Tracked;
  readonly patients: ReadonlyMap<string, PatientRow>;
  readonly exams: ReadonlyMap<string, ExamRow>;
  readonly now: Date;
}

/** Two lines per row: title and patient, then exam and author. */
export function TrackedCells({ item, patients, exams, now }: TrackedCellsProps) {
  const { t } = useTranslation();
  const { row } = item;
  const patient = row.patient_id === null ? undefined : patients.get(row.patient_id)?.summary;
  const look = lookOf(item, now, t);
  const from = [
    row.summary?.title ?? t('worklist.untitled'),
    dayInList(row.summary?.exam_date ?? row.updated_at),
    ...(item.kind === 'follow_up' && item.isDraft ? [t('tracked.inDraft')] : []),
  ];
  return (
    <>
      <Cell>
        <span className={`state ${look.tone}`}>
          <Icon name={look.icon} />
          {look.words}
        </span>
      </Cell>
      <Cell className="p">
        {row.summary?.patient_name ?? t('worklist.noPatient')}
        <em>
          {[
            sexWord(patient?.biological_sex, t),
            patient?.birth_date ? ageText(patient.birth_date, t) : undefined,
          ]
            .filter(Boolean)
            .join(', ')}
        </em>
      </Cell>
      <Cell className="e">
        <span className="rec">{item.kind === 'critical' ? item.critical.finding : item.followUp.text}</span>
        <em>{doneLine(item, exams, t) ?? from.join(', ')}</em>
      </Cell>
      <Cell className="num">
        {dueWord(item, now, t)}
        <em>{item.kind === 'critical' ? toldWords(item, patients, t) : item.followUp.whose}</em>
      </Cell>
    </>
  );
}

interface Look {
  readonly icon: IconName;
  readonly tone: 's-error' | 's-draft' | 's-sealed' | 's-final' | 's-locked';
  readonly words: string;
}

/** Red only for critical results not yet communicated. */
function lookOf(item: Tracked, now: Date, t: TFunction): Look {
  if (item.kind === 'critical') {
    if (item.group === 'done')
      return { icon: 'state-final', tone: 's-final', words: t('tracked.state.told') };
    const words = t(item.group === 'overdue' ? 'tracked.state.notTold' : 'tracked.state.toTell');
    return { icon: 'state-overdue', tone: 's-error', words };
  }
  const { followUp, fit, group } = item;
  if (followUp.done) {
    const words = t(followUp.done.exam_id === null ? 'tracked.state.doneReason' : 'tracked.state.doneExam');
    return { icon: 'state-final', tone: 's-final', words };
  }
  if (fit) return { icon: 'link', tone: 's-sealed', words: t('tracked.state.found') };
  if (group === 'overdue') {
    const days = Math.round((Date.parse(localDayKey(now)) - Date.parse(followUp.due)) / 86_400_000);
    return { icon: 'clock', tone: 's-draft', words: t('tracked.state.over', { count: days }) };
  }
  if (group === 'today') return { icon: 'clock', tone: 's-draft', words: t('tracked.state.today') };
  return { icon: 'calendar', tone: 's-locked', words: t('tracked.state.planned') };
}

function doneLine(item: Tracked, exams: TrackedCellsProps['exams'], t: TFunction): string | undefined {
  if (item.kind === 'critical' || !item.followUp.done) return undefined;
  const { exam_id, reason } = item.followUp.done;
  if (exam_id === null) return t('tracked.doneFor', { reason: reason ?? '' });
  return t('tracked.doneBy', { title: exams.get(exam_id)?.summary?.title ?? t('worklist.untitled') });
}

/** Person informed; if the communication does not count, the name it was made under. */
function toldWords(
  { critical }: TrackedCritical,
  patients: TrackedCellsProps['patients'],
  t: TFunction,
): string {
  const elsewhere = communicatedForOtherPatient(critical);
  if (!elsewhere) return critical.told_whom;
  const { patient_id } = elsewhere;
  return t('tracked.toldUnder', { name: patients.get(patient_id)?.summary?.display_name ?? patient_id });
}

function dueWord(item: Tracked, now: Date, t: TFunction): string {
  if (item.kind === 'critical') {
    const day = changedInList(item.at, now);
    const time = clockTime(item.at);
    // A term of minutes may end after midnight: the day alone would read as any time of tomorrow.
    return item.group === 'done' || day === time ? day : `${day} ${time}`;
  }
  if (item.followUp.done) return dayInList(item.followUp.done.done_at, now);
  if (item.group === 'today') return t('tracked.today');
  return dayInList(`${item.followUp.due}T00:00:00.000Z`, now);
}
