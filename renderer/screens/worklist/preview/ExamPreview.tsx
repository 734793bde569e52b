/** Preview right of the list, loaded when the selection rests for a moment. */

import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { reportState } from '#records/reports/report-status.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { sexWord } from '#renderer/components/records/sex.ts';
import { useAreFirstStepsHidden } from '#renderer/lists/first-steps.ts';
import { changedAt, clockTime, isDayOnly, longDay, shortDay } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { FirstSteps, RemainingSteps } from '#renderer/screens/worklist/FirstSteps.tsx';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';
import { CosignRequestLine } from './CosignRequestLine.tsx';
import { ExamMenu } from './ExamMenu.tsx';
import { PriorExams } from './PriorExams.tsx';
import { usePreview } from './use-preview.ts';

interface ExamPreviewProps {
  readonly row: ExamRow | undefined;
  readonly patients: ReadonlyMap<string, PatientRow>;
}

export function ExamPreview({ row, patients }: ExamPreviewProps) {
  const { t } = useTranslation();
  const isRead = examCache.use(({ progress }) => progress === 'complete');
  const isNew = examCache.use(({ rows }) => [...rows.values()].every((each) => each.is_deleted)) && isRead;
  const isHidden = useAreFirstStepsHidden();
  if (!row) {
    return (
      <aside className="panel" aria-label={t('worklist.preview')} data-pane>
        {isNew && !isHidden ? (
          <FirstSteps />
        ) : (
          <div className="pv">
            <p className="dim">{t('worklist.previewNothing')}</p>
          </div>
        )}
      </aside>
    );
  }
  // Before every exam is read, nobody knows whether one is signed.
  const steps = isRead && !isHidden ? <RemainingSteps /> : null;
  return <PreviewOf key={row.id} row={row} patients={patients} steps={steps} />;
}

interface PreviewOfProps {
  readonly row: ExamRow;
  readonly patients: ExamPreviewProps['patients'];
  readonly steps: ReactNode;
}

function PreviewOf({ row, patients, steps }: PreviewOfProps) {
  const { t } = useTranslation();
  const preview = usePreview(row);
  const groupName = useGroupName(row.security_group_id);
  const patient = row.patient_id === null ? undefined : patients.get(row.patient_id)?.summary;
  const identifier = mainIdentifier(patient?.identifiers);
  const sex = sexWord(preview.patient?.biological_sex, t);
  const { summary } = row;
  if (summary === null) {
    return (
      <aside className="panel" aria-label={t('worklist.preview')} data-pane>
        <div className="pv">
          <p>
            <StateBadge state={row.damaged ? 'damaged' : 'noKey'} />
          </p>
          <p className="mid">
            {row.damaged ? t('worklist.damaged') : t('worklist.sealedFor', { group: groupName })}
          </p>
          <p className="mid">{t(row.damaged ? 'worklist.damagedAdvice' : 'worklist.askOwner')}</p>
        </div>
      </aside>
    );
  }
  const examDate = summary.exam_date;
  return (
    <aside className="panel" aria-label={t('worklist.preview')} data-pane>
      {steps}
      <div className="pv">
        <h2 className="pv-name">{summary.patient_name ?? t('worklist.noPatient')}</h2>
        {patient ? (
          <p className="mid">
            {patient.birth_date ? `${shortDay(patient.birth_date)}, ${ageText(patient.birth_date, t)}` : null}
            {sex ? `${patient.birth_date ? ', ' : ''}${sex}` : null}
            {identifier ? (
              <>
                <br />
                {identifierText(identifier)}
              </>
            ) : null}
          </p>
        ) : null}
        <h3 className="sec">{summary.title ?? t('worklist.untitled')}</h3>
        <CosignRequestLine examId={row.id} />
        <dl className="dl">
          <dt>{t('worklist.previewState')}</dt>
          <dd>
            <StateBadge state={row.has_draft ? reportState(summary.report_status) : rowState(row)} />
          </dd>
          {row.has_draft ? (
            <>
              <dt>{t('worklist.previewDraft')}</dt>
              <dd>
                <StateBadge
                  state="unsealed"
                  {...(preview.draftSince
                    ? { words: t('worklist.previewUnsealedSince', { time: changedAt(preview.draftSince) }) }
                    : {})}
                />
              </dd>
            </>
          ) : null}
          {examDate ? (
            <>
              <dt>{t('worklist.previewDate')}</dt>
              <dd>
                {longDay(examDate)}
                {isDayOnly(examDate) ? null : ` ${clockTime(examDate)}`}
              </dd>
            </>
          ) : null}
          {summary.accession_number === null ? null : (
            <>
              <dt>{t('editor.accession')}</dt>
              <dd>{summary.accession_number}</dd>
            </>
          )}
          <dt>{t('worklist.previewVersion')}</dt>
          <dd>
            {t('worklist.previewVersionLine', {
              seq: row.seq,
              when: changedAt(row.updated_at),
              who: row.updated_by ?? '',
            }).replace(/, $/, '')}
          </dd>
          {preview.files ? (
            <>
              <dt>{t('worklist.previewFiles')}</dt>
              <dd>
                {preview.files.count === 0
                  ? t('common.none')
                  : t('worklist.previewFileCount', {
                      count: preview.files.count,
                      number: count(preview.files.count),
                      size: byteSize(preview.files.bytes),
                    })}
              </dd>
            </>
          ) : null}
          {summary.tags.length > 0 ? (
            <>
              <dt>{t('worklist.previewTags')}</dt>
              <dd className="tagline">
                {summary.tags.map((tag) => (
                  <span key={tag} className="tagx">
                    {tag}
                  </span>
                ))}
              </dd>
            </>
          ) : null}
        </dl>
        {preview.error === undefined ? null : <ErrorNotice error={preview.error} />}
        {preview.impression === undefined ? null : (
          <>
            <h3 className="sec">{t(row.has_draft ? 'worklist.impressionDrafted' : 'worklist.impression')}</h3>
            {preview.impression.length === 0 ? <p className="dim">{t('worklist.noImpression')}</p> : null}
            <Lines lines={preview.impression} />
            {preview.additions.map(({ title, lines }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order
              <Fragment key={at}>
                <h3 className="sec">{title}</h3>
                <Lines lines={lines} />
              </Fragment>
            ))}
          </>
        )}
        <PriorExams row={row} />
      </div>
      <div className="panel-f">
        <Button kind="primary" hint="Enter" onPress={() => navigate(['exams', row.id])}>
          {t('worklist.openReport')}
        </Button>
        {row.patient_id === null ? null : (
          <Link className="btn" to={['patients', row.patient_id]}>
            {t('worklist.openPatient')}
          </Link>
        )}
        <span className="gap" />
        <ExamMenu row={row} />
      </div>
    </aside>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, and two may say the same
    <p key={at} className="pv-text">
      {line}
    </p>
  ));
}
