/** Shows an old version read-only, with buttons to restore it or to return. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { latestSeq, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import { restoreVersion } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { showView } from '#renderer/screens/editor/view-store.ts';
import { useVersionHtml } from './use-version-html.ts';

export function OldVersion({ versionId }: { readonly versionId: string }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const version = useEditingState((state) => versionOf(state, versionId));
  const latest = useEditingState(latestSeq);
  const mayRestore = useEditingState((state) => state.readOnly !== 'role' && state.readOnly !== 'trashed');
  const { html, error } = useVersionHtml(versionId);
  const seq = version?.seq ?? 0;
  const restore = async () => {
    if (await restoreVersion(work, versionId)) showView({ kind: 'write' });
  };
  return (
    <div className="cols one">
      <main className="doc">
        <div className="saveline">
          <span role="status" className="save">
            <span className="state s-locked">
              <Icon name="state-locked" />
              {t('editor.save.readOnlyOld', { seq, latest })}
            </span>
            {version ? (
              <>
                <span className="sep" />
                {changedAt(version.created_at)}, {version.created_by.display_name}
              </>
            ) : null}
          </span>
          <span className="acts">
            <Button size="s" onPress={() => showView({ kind: 'write' })}>
              {t('editor.save.backToLatest')}
            </Button>
            {mayRestore ? (
              <Button size="s" onPress={restore}>
                {t('editor.save.restore')}
              </Button>
            ) : null}
          </span>
        </div>
        <section className="sheet" data-pane aria-label={t('editor.report')}>
          {error === undefined ? null : <ErrorNotice error={error} title={t('editor.didNotOpen')} />}
          {html === undefined ? null : (
            <ReportHtml html={html} className="report" label={t('review.history.version', { seq })} />
          )}
        </section>
      </main>
    </div>
  );
}
