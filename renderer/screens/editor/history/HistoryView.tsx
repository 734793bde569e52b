/** History view: the versions with authors and times on the left, the comparison of two beside them. */
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Segments } from '#renderer/components/controls/Segments.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { BackTool, useBackByEscape } from '#renderer/screens/editor/close-view.tsx';
import { diffReports } from '#report/review/diff-report.ts';
import { type DiffLayout, DiffPages } from './DiffPages.tsx';
import { SealReasonsContext, useSealReasons } from './seal-reasons.ts';
import { useVersionHtml } from './use-version-html.ts';
import { VersionHead } from './VersionHead.tsx';
import { VersionList } from './VersionList.tsx';
import { DRAFT, useVersionRows, VersionPick, type VersionRow } from './version-rows.tsx';

export function HistoryView() {
  const { t } = useTranslation();
  const rows = useVersionRows();
  const base = useEditingState((state) => state.base_version_id);
  const [right, setRight] = useState(rows[0]?.id ?? '');
  const [left, setLeft] = useState(() => (rows[0]?.id === DRAFT ? (base ?? '') : (rows[1]?.id ?? '')));
  const [layout, setLayout] = useState<DiffLayout>('sides');
  const before = useVersionHtml(left || undefined);
  const after = useVersionHtml(right || undefined);
  const diff = useMemo(
    () =>
      before.html === undefined || after.html === undefined
        ? undefined
        : diffReports(before.html, after.html),
    [before.html, after.html],
  );
  const changes = diff?.blocks.filter((block) => block.change !== 'same').length ?? 0;
  const pages = useRef<HTMLElement>(null);
  const jump = useChangeJump(pages);
  useBackByEscape();
  const choose = (id: string) => {
    const at = rows.findIndex((row) => row.id === id);
    setRight(id);
    setLeft(rows[at + 1]?.id ?? '');
  };
  const error = before.error ?? after.error;
  const only = rows.find((row) => row.id === right);
  const reasons = useSealReasons();
  return (
    <SealReasonsContext value={reasons}>
      <section aria-label={t('review.history.label')}>
        <div className="toolbar" role="toolbar" aria-label={t('review.history.label')}>
          <BackTool />
          <span className="cmp">
            <VersionPick
              label={t('review.history.leftVersion')}
              rows={rows}
              value={left}
              onChange={setLeft}
            />
            {t('review.history.against')}
            <VersionPick
              label={t('review.history.rightVersion')}
              rows={rows}
              value={right}
              onChange={setRight}
            />
          </span>
          <span className="vsep" />
          <span className="mid cmp" role="status">
            {diff === undefined
              ? ''
              : changes === 0
                ? t('review.history.noChanges')
                : t('review.history.changes', { count: changes })}
          </span>
          <Button
            kind="quiet"
            size="s"
            icon="chevron-up"
            label={t('review.history.previous')}
            unavailable={changes === 0}
            onPress={() => jump(-1)}
          />
          <Button
            kind="quiet"
            size="s"
            icon="chevron-down"
            label={t('review.history.next')}
            unavailable={changes === 0}
            onPress={() => jump(1)}
          />
          <span className="gap" />
          <Segments<DiffLayout>
            label={t('review.history.layout')}
            labelHidden
            value={layout}
            choices={[
              { value: 'sides', label: t('review.history.sideBySide') },
              { value: 'one', label: t('review.history.inOneText') },
            ]}
            onChange={setLayout}
          />
        </div>
      </section>
      <div className="cols histcols">
        <VersionList rows={rows} left={left} right={right} onChoose={choose} />
        <main className="doc sxs" aria-label={t('review.history.changesLabel')} ref={pages} data-pane>
          {error === undefined ? null : <ErrorNotice error={error} title={t('editor.didNotOpen')} />}
          {left === '' && only && after.html !== undefined ? (
            <OnlyVersion row={only} html={after.html} />
          ) : null}
          {diff === undefined ? null : (
            <DiffPages
              diff={diff}
              layout={layout}
              before={rows.find((row) => row.id === left)}
              after={rows.find((row) => row.id === right)}
            />
          )}
        </main>
      </div>
    </SealReasonsContext>
  );
}

/** Shows a version and its actions if there is no other to compare with. */
function OnlyVersion({ row, html }: { readonly row: VersionRow; readonly html: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="sxs-h one">
        <VersionHead row={row} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <div className="sxs-b one" tabIndex={0}>
        <p className="note">{t('review.history.one')}</p>
        <ReportHtml html={html} className="old-text" />
      </div>
    </>
  );
}

/** Moves from one marked change to the next. */
function useChangeJump(pages: { readonly current: HTMLElement | null }): (step: 1 | -1) => void {
  const at = useRef(-1);
  return (step) => {
    const marks = [...(pages.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    if (marks.length === 0) return;
    at.current = (at.current + step + marks.length) % marks.length;
    const mark = marks[at.current];
    mark?.scrollIntoView({ block: 'center' });
    mark?.focus();
  };
}
