/**
 * Preview of one template and its actions. The renderer of report HTML is loaded on demand, because it brings the
 * editor's code.
 */
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { lazyComponent } from '#renderer/components/loading/lazy-component.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { RecordMenu } from '#renderer/components/records/RecordMenu.tsx';
import { setDefaultTemplate, useDefaultTemplates } from '#renderer/lists/default-templates.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import type { TemplateRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';

// Loaded on demand, because it comes with the editor's code.
const ReportHtml = lazyComponent(
  async () => (await import('#renderer/editor/review/ReportHtml.tsx')).ReportHtml,
);

/** Shows the selected template and its actions. */
export function TemplatePanel({ row }: { readonly row: TemplateRow | undefined }) {
  const { t } = useTranslation();
  const [html, setHtml] = useState<string>();
  const { error, setError, act } = useAsyncAction();
  const defaults = useDefaultTemplates();
  const id = row?.id;
  const versionId = row?.version_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is opened again
  useEffect(() => {
    setHtml(undefined);
    if (id === undefined) return undefined;
    const abort = new AbortController();
    vault()
      .templates.get(id, {}, { signal: abort.signal })
      .then((view) => setHtml(view.record.report_html ?? ''))
      .catch((caught: unknown) => {
        if (!abort.signal.aborted) setError(caught);
      });
    return () => abort.abort();
  }, [id, versionId]);
  if (!row) {
    return (
      <aside className="panel" aria-label={t('templates.preview')} data-pane>
        <div className="panel-b">
          <p className="dim">{t('templates.previewNothing')}</p>
        </div>
      </aside>
    );
  }
  const title = row.summary?.title ?? '';
  const modality = row.summary?.modality?.toUpperCase();
  const isDefault = modality !== undefined && defaults.get(modality) === row.id;
  const toggleDefault = (name: string) => {
    setDefaultTemplate(name, isDefault ? undefined : row.id).catch(setError);
  };
  const change = (run: () => Promise<DocumentIndex>) => act(async () => templateCache.putIndex(await run()));
  const trash = () =>
    change(async () => {
      const index = await vault().templates.delete(row.id);
      showToast({ icon: 'trash', text: t('templates.trashed', { title }) });
      return index;
    });
  const archive = () =>
    change(() => (row.is_archived ? vault().templates.unarchive(row.id) : vault().templates.archive(row.id)));
  return (
    <aside className="panel" aria-label={t('templates.preview')} data-pane>
      <div className="pv">
        <h2 className="pv-name">{title}</h2>
        <p className="mid">{[row.summary?.modality, changedAt(row.updated_at)].filter(Boolean).join(', ')}</p>
        {modality !== undefined && !row.is_archived ? (
          <Checkbox checked={isDefault} onChange={() => toggleDefault(modality)}>
            {t('templates.defaultFor', { modality })}
          </Checkbox>
        ) : null}
        {error === undefined ? null : <ErrorNotice error={error} />}
        {html === undefined ? null : (
          <Suspense fallback={<p className="dim">{t('common.unsealing')}</p>}>
            <ReportHtml html={html} className="pv-report" label={title} />
          </Suspense>
        )}
      </div>
      <div className="panel-f">
        <Button kind="primary" hint="Enter" onPress={() => navigate(['templates', row.id])}>
          {t('templates.edit')}
        </Button>
        <span className="gap" />
        <RecordMenu
          archiveLabel={t(row.is_archived ? 'templates.unarchive' : 'templates.archive')}
          trashLabel={t('templates.moveToTrash')}
          onArchive={archive}
          onTrash={trash}
        />
      </div>
    </aside>
  );
}
