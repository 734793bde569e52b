/** Compares received data with similar patient records, value by value. It selects nothing. */
import { useTranslation } from 'react-i18next';
import type { PatientSummary } from '#contract/documents/summaries.ts';
import type { DemographicComparison } from '#records/identity/compare-demographics.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { WaitingStudy } from '#renderer/lists/unmatched-studies-store.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { differingPieces } from './diff-characters.ts';
import { type ComparedValue, matchRows, sentOnlyRows } from './match-rows.ts';
import { sentName } from './StudyList.tsx';

/** A patient record compared with the study: a similar one, or one that a person looked up. */
export interface Compared {
  readonly patient_id: string;
  readonly patient: PatientSummary;
  readonly same: DemographicComparison;
  readonly exams: number | undefined;
  readonly last_exam_date: string | null;
}

interface MatchTableProps {
  readonly study: WaitingStudy;
  readonly records: readonly Compared[];
  readonly chosenId: string | undefined;
  readonly onChoose: (patientId: string) => void;
}

const VERDICTS = {
  same: { className: 'k ok', icon: 'check' },
  differs: { className: 'k no', icon: 'state-warn' },
  unknown: { className: 'k', icon: undefined },
} as const;

export function MatchTable({ study, records, chosenId, onChoose }: MatchTableProps) {
  const { t } = useTranslation();
  const picked = (id: string) => (id === chosenId ? 'pick' : '');
  return (
    <table className="mt2" aria-label={t('match.table')}>
      <colgroup>
        <col className="labels" />
        <col />
        {records.map(({ patient_id }) => (
          <col key={patient_id} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td />
          <th scope="col" className="sent">
            <span className="choose">
              <Icon name="inbox" />
              {t('match.asSent')}
            </span>
            <b>{sentName(study.sent.name) || t('match.noName')}</b>
            <em>{t('match.keptAsSent')}</em>
          </th>
          {records.map((record, index) => (
            <th key={record.patient_id} scope="col" className={picked(record.patient_id)}>
              <label className="choose">
                <input
                  type="radio"
                  className="vh"
                  name="match"
                  checked={record.patient_id === chosenId}
                  onChange={() => onChoose(record.patient_id)}
                />
                <span className={`box radio${record.patient_id === chosenId ? ' on' : ''}`} />
                {t('match.thisPatient')}
                <kbd className="keycap" aria-hidden="true">
                  {index + 1}
                </kbd>
              </label>
              <b>{record.patient.legal_name}</b>
              <em>{examsLine(record)}</em>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matchRows(study.sent, t).map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td className="sent">{row.sent || <span className="dim">{t('match.notSent')}</span>}</td>
            {records.map((record) => (
              <td key={record.patient_id} className={picked(record.patient_id)}>
                <Value value={row.valueOf(record.patient, record.same)} sent={row.sent} />
              </td>
            ))}
          </tr>
        ))}
        {sentOnlyRows(study.sent, t).map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="sent">{value || <span className="dim">{t('match.notSent')}</span>}</td>
            {records.map(({ patient_id }) => (
              <td key={patient_id} className={picked(patient_id)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );

  function examsLine({ exams, last_exam_date }: Compared): string {
    if (exams === undefined) return t('match.lookedUp');
    if (exams === 0) return t('match.noExams');
    const line = t('match.exams', { count: exams, number: count(exams) });
    return last_exam_date === null ? line : `${line}, ${t('match.last', { day: shortDay(last_exam_date) })}`;
  }
}

function Value({ value, sent }: { readonly value: ComparedValue; readonly sent: string }) {
  const { t } = useTranslation();
  const { className, icon } = VERDICTS[value.verdict];
  const pieces =
    value.verdict === 'differs'
      ? differingPieces(value.text, sent)
      : [{ at: 0, text: value.text, differs: false }];
  return (
    <span className="v">
      {value.text === '' ? (
        <span className="dim">{t('match.noneRecorded')}</span>
      ) : (
        <span>{pieces.map(({ at, text, differs }) => (differs ? <u key={at}>{text}</u> : text))}</span>
      )}
      <span className={className}>
        {icon === undefined ? null : <Icon name={icon} />}
        {value.word}
      </span>
    </span>
  );
}
