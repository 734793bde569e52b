/** An earlier exam of the patient beside the report: read-only, scrolling together, sections to copy. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { sealedState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { copySectionIntoReport } from '#renderer/editor/insert/copy-section.ts';
import { rootOf, stateOfRecord } from '#renderer/editor/work/report-text.ts';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ExamRow } from '#renderer/state/directory/row.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { deriveHtml } from '#report/derive-html.ts';
import { type ReportSection, splitSections } from '#report/review/section-list.ts';
import { ReportHtml } from '../ReportHtml.tsx';
import { useScrollTogether } from './use-scroll-together.ts';

export function PriorPanel({ priors }: { readonly priors: readonly ExamRow[] }) {
  const { t } = useTranslation();
  const patientId = useWorkState((state) => state.index?.meta.patient_id);
  const [at, setAt] = useState(0);
  const [together, setTogether] = useState(true);
  const prior = priors[Math.min(at, priors.length - 1)];
  if (!prior) {
    return <p className="note panel-b">{t(patientId ? 'review.prior.none' : 'review.prior.noPatient')}</p>;
  }
  const { summary } = prior;
  const date = summary?.exam_date ?? prior.created_at;
  return (
    <>
      <div className="prior-h">
        <span className="t">
          {shortDay(date)}, {summary?.title ?? t('editor.noTitle')}
        </span>
        <span className="m">
          <StateBadge state={sealedState(summary?.report_status)} />
          <span>{t('review.prior.readOnly', { seq: prior.seq })}</span>
        </span>
        <span className="acts">
          <Button
            kind="quiet"
            size="s"
            icon="chevron-left"
            label={t('review.prior.older')}
            unavailable={at >= priors.length - 1}
            onPress={() => setAt(at + 1)}
          />
          <Button
            kind="quiet"
            size="s"
            icon="chevron-right"
            label={t('review.prior.newer')}
            unavailable={at === 0}
            onPress={() => setAt(at - 1)}
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
      <PriorText key={prior.id} prior={prior} together={together} />
    </>
  );
}

interface PriorTextProps {
  readonly prior: ExamRow;
  readonly together: boolean;
}

function PriorText({ prior, together }: PriorTextProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [sections, setSections] = useState<readonly ReportSection[]>();
  const [error, setError] = useState<unknown>();
  const box = useRef<HTMLDivElement>(null);
  useScrollTogether(box, together);
  useEffect(() => {
    let wanted = true;
    vault()
      .exams.get(prior.id)
      .then(
        ({ record }) => {
          if (wanted) setSections(splitSections(stateOfRecord(record)));
        },
        (failure: unknown) => {
          if (wanted) setError(failure);
        },
      );
    return () => {
      wanted = false;
    };
  }, [prior.id]);
  const copy = (section: ReportSection) => {
    const date = prior.summary?.exam_date ?? prior.created_at;
    const line = t('review.prior.comparisonLine', {
      title: prior.summary?.title ?? prior.summary?.modality ?? t('editor.noTitle'),
      date: shortDay(date),
    });
    copySectionIntoReport(editor, section, line);
    showToast({ icon: 'copy', text: t('review.prior.copied', { section: section.title }) });
  };
  const isEmpty = sections?.every((section) => section.nodes.length === 0 || deriveText(section) === '');
  return (
    <div className="old" ref={box} data-scroll-mate>
      {error === undefined ? null : <ErrorNotice error={error} />}
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
                    onPress={() => copy(section)}
                  >
                    {t('review.prior.copySection')}
                  </Button>
                </h3>
              ) : null}
              <ReportHtml html={deriveText(section)} className="old-text" />
            </section>
          ))}
    </div>
  );
}

function deriveText(section: ReportSection): string {
  const body = section.ordinal >= 0 ? section.nodes.slice(1) : section.nodes;
  return body.length === 0 ? '' : deriveHtml(rootOf(body));
}
