/** Panel with an earlier exam of the patient: read-only, with linked scrolling and sections to copy. */

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedText, reportState } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';

import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { rootOf, stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { tablesOf } from '#report/checks/table-checks.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import { htmlForReaders } from '#report/reader-html.ts';
import type { TableTexts } from '#report/review/measurements/measurement-table.ts';
import { type ReportSection, splitSections } from '#report/review/section-list.ts';
import { addendaOf, sectionsToStartFrom } from '#report/review/sections-to-start-from.ts';
import { PriorObjects } from './files/PriorObjects.tsx';
import { PriorList } from './PriorList.tsx';
import { PriorMeasurements } from './PriorMeasurements.tsx';
import { AddendumNotice, AddendumQuestion } from './prior/PriorAddenda.tsx';
import { useCopyFromPrior } from './use-copy-from-prior.ts';
import type { OtherExams } from './use-priors.ts';
import { useScrollTogether } from './use-scroll-together.ts';

/** Number of later exams listed, because a long list would slow down every key. */
const LATER_MAX = 8;

interface PriorPanelProps {
  readonly priors: OtherExams;
  readonly patient: ReportPatient | undefined;
}

export function PriorPanel({ priors, patient }: PriorPanelProps) {
  return (
    <div className="prior-body">
      <Earlier priors={priors} patient={patient} />
      <Later exams={priors.later} />
    </div>
  );
}

/** Lists exams made after this one by name only; they are not compared. The patient screen lists all. */
function Later({ exams }: { readonly exams: readonly ExamRow[] }) {
  const { t } = useTranslation();
  const patientId = exams[0]?.patient_id;
  if (!patientId) return null;
  return (
    <section className="later" aria-label={t('review.prior.later')}>
      <h3>{t('review.prior.later')}</h3>
      <ul>
        {exams.slice(0, LATER_MAX).map((exam) => (
          <li key={exam.id}>
            <Link to={['exams', exam.id]}>{exam.summary?.title ?? t('editor.noTitle')}</Link>
            <span className="dim">{shortDay(exam.summary?.exam_date ?? exam.created_at)}</span>
          </li>
        ))}
        {exams.length > LATER_MAX ? (
          <li>
            <Link to={['patients', patientId]}>
              {t('review.prior.moreLater', { count: exams.length - LATER_MAX })}
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function Earlier({ priors: { earlier, chosen }, patient }: PriorPanelProps) {
  const { t } = useTranslation();
  const patientId = useEditingState((state) => state.index?.meta.patient_id);
  const [picked, setPicked] = useState<string>();
  const [together, setTogether] = useState(true);
  const prior = earlier.find(({ id }) => id === picked) ?? chosen;
  if (!prior) {
    return <p className="note panel-b">{t(patientId ? 'review.prior.none' : 'review.prior.noPatient')}</p>;
  }
  const at = earlier.indexOf(prior);
  const { summary } = prior;
  const date = summary?.exam_date ?? prior.created_at;
  const go = (step: number) => setPicked(earlier[at + step]?.id);
  return (
    <>
      <div className="prior-h">
        <span className="t">
          {shortDay(date)}, {summary?.title ?? t('editor.noTitle')}
        </span>
        <span className="m">
          <StateBadge state={reportState(summary?.report_status)} />
          <span>{t('review.prior.readOnly', { seq: prior.seq })}</span>
        </span>
        <span className="acts">
          <Button
            kind="quiet"
            size="s"
            icon="chevron-left"
            label={t('review.prior.older')}
            unavailable={at >= earlier.length - 1}
            onPress={() => go(1)}
          />
          <Button
            kind="quiet"
            size="s"
            icon="chevron-right"
            label={t('review.prior.newer')}
            unavailable={at === 0}
            onPress={() => go(-1)}
          />
          <Button
            kind="quiet"
            size="s"
            icon="sync"
            label={t('review.prior.together')}
            pressed={together}
            onPress={() => setTogether(!together)}
          />
        </span>
      </div>
      <PriorList priors={earlier} shown={prior} onPick={setPicked} />
      <PriorText key={prior.id} prior={prior} patient={patient} together={together} />
    </>
  );
}

interface PriorTextProps {
  readonly prior: ExamRow;
  readonly patient: ReportPatient | undefined;
  readonly together: boolean;
}

function PriorText({ prior, patient, together }: PriorTextProps) {
  const { t } = useTranslation();
  const [sections, setSections] = useState<readonly PriorSection[]>();
  const [tables, setTables] = useState<readonly TableTexts[]>(NO_TABLES);
  const words = useReportTranslations();
  // A signed report takes nothing: what stands below its banner is the text that was signed.
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  const [error, setError] = useState<unknown>();
  const box = useRef<HTMLDivElement>(null);
  useScrollTogether(box, together);
  useEffect(() => {
    let wanted = true;
    vault()
      .exams.get(prior.id)
      .then(
        ({ record }) => {
          if (!wanted) return;
          const state = stateOfRecord(record);
          const reader = {
            language: words.language,
            is_signed: isSignedText(record.custom_attributes),
          };
          setSections(splitSections(state).map((section) => withHtml(section, reader)));
          setTables(tablesOf(state.root.children));
        },
        (failure: unknown) => {
          if (wanted) setError(failure);
        },
      );
    return () => {
      wanted = false;
    };
  }, [prior.id, words.language]);
  const { copySection, start } = useCopyFromPrior(prior);
  const isEmpty = sections?.every(({ html }) => html === '');
  const canStart = isWritten && sections !== undefined && sectionsToStartFrom(sections).length > 0;
  const addenda = addendaOf(sections ?? NO_SECTIONS);
  const [copying, setCopying] = useState<() => void>();
  /** Text of a report with an addendum may be wrong: it is copied after the addendum has been shown. */
  const ask = (copy: () => void) => (addenda.length === 0 ? copy() : setCopying(() => copy));
  const startNow = () => ask(() => start(sections ?? []));
  useCommand('startFromPrior', startNow, canStart);
  return (
    <>
      <AddendumNotice addenda={addenda} />
      {copying === undefined ? null : (
        <AddendumQuestion
          addenda={addenda}
          onStay={() => setCopying(undefined)}
          onCopy={() => {
            setCopying(undefined);
            copying();
          }}
        />
      )}
      <div className="old" ref={box} data-scroll-mate>
        {error === undefined ? null : <ErrorNotice error={error} />}
        {isEmpty ? null : (
          <div className="prior-start">
            <Button size="s" icon="copy" unavailable={!canStart} onPress={startNow}>
              {t('review.prior.start')}
            </Button>
          </div>
        )}
        <PriorMeasurements earlier={tables} />
        {isEmpty ? <p className="note">{t('review.prior.noText')}</p> : null}
        {isEmpty
          ? null
          : sections?.map((section) => (
              <section key={section.ordinal} aria-label={section.title}>
                {section.ordinal >= 0 ? (
                  <h3>
                    {section.title}
                    <Button
                      kind="quiet"
                      size="s"
                      icon="copy"
                      label={t('review.prior.copySectionOf', { section: section.title })}
                      unavailable={!isWritten}
                      onPress={() => ask(() => copySection(section))}
                    >
                      {t('review.prior.copySection')}
                    </Button>
                  </h3>
                ) : null}
                <ReportHtml html={section.html} className="old-text" />
              </section>
            ))}
        <PriorObjects prior={prior} patient={patient} />
      </div>
    </>
  );
}

const NO_TABLES: readonly TableTexts[] = [];
const NO_SECTIONS: readonly PriorSection[] = [];

interface PriorSection extends ReportSection {
  /** HTML of the section without its heading. */
  readonly html: string;
}

function withHtml(section: ReportSection, reader: Parameters<typeof htmlForReaders>[1]): PriorSection {
  const body = section.ordinal >= 0 ? section.nodes.slice(1) : section.nodes;
  return { ...section, html: body.length === 0 ? '' : htmlForReaders(htmlOfState(rootOf(body)), reader) };
}
