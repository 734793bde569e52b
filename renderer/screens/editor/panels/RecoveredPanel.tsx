/** Panel of discarded or replaced drafts, kept for 30 days to read, copy or restore. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscardedDraft } from '#contract/documents/views.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { takeBackRecovered } from '#renderer/editor/editing-session/drafts/take-back-recovered.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportRecord } from '#renderer/editor/editing-session/report-documents.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { textOfState } from '#report/plain-text.ts';

export function RecoveredPanel() {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const epoch = useEditingState((state) => state.textEpoch);
  const state = useEditingState((whole) => whole);
  const [drafts, setDrafts] = useState<readonly DiscardedDraft[]>();
  const [error, setError] = useState<unknown>();
  const [open, setOpen] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another text was put in place
  useEffect(() => {
    documents.recovered().then(setDrafts, setError);
  }, [documents, epoch]);
  return (
    <div className="panel-b recovered">
      {error === undefined ? null : <ErrorNotice error={error} />}
      {drafts?.length === 0 ? <p className="note">{t('review.recovered.none')}</p> : null}
      <ul aria-label={t('review.recovered.title')}>
        {drafts?.map((draft) => (
          <li key={draft.draft_rev}>
            <p>
              <b>{changedAt(draft.updated_at)}</b> {draft.author.display_name}
            </p>
            <p className="mid">
              {t('review.recovered.row', {
                seq: versionOf(state, draft.base_version_id)?.seq ?? 1,
                time: changedAt(draft.discarded_at),
              })}
            </p>
            {open === draft.draft_rev ? (
              <RecoveredText draft={draft} />
            ) : (
              <Button size="s" onPress={() => setOpen(draft.draft_rev)}>
                {t('review.recovered.show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RecoveredText({ draft }: { readonly draft: DiscardedDraft }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const readOnly = useEditingState((state) => state.readOnly);
  const [record, setRecord] = useState<ReportRecord>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    work.documents.recoveredRecord(draft.draft_rev).then(setRecord, setError);
  }, [work, draft.draft_rev]);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (!record) return <p className="note">{t('editor.opening')}</p>;
  const takeBack = () => {
    void takeBackRecovered(work, record, draft.base_version_id);
    showToast({ icon: 'restore', text: t('review.recovered.taken') });
  };
  return (
    <>
      <ReportHtml
        html={record.report_html ?? ''}
        className="old-text boxed"
        label={t('review.recovered.label', { time: changedAt(draft.updated_at) })}
      />
      <p className="acts">
        {readOnly ? null : (
          <Button size="s" onPress={takeBack}>
            {t('review.recovered.takeBack')}
          </Button>
        )}
        <Button
          size="s"
          kind="quiet"
          icon="copy"
          onPress={() => navigator.clipboard.writeText(textOfState(stateOfRecord(record)))}
        >
          {t('review.recovered.copy')}
        </Button>
      </p>
    </>
  );
}
