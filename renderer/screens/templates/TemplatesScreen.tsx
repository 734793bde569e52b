/** Template library: list by modality, preview, import of MRRT files, new templates. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useFileDrop } from '#renderer/components/files/use-file-drop.ts';
import { Cell, HeadCell } from '#renderer/components/lists/Cell.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { PanelToggle } from '#renderer/components/lists/PanelToggle.tsx';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { count } from '#renderer/messages/numbers.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useSearch } from '#renderer/state/shell/search-store.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { type ImportResult, importTemplate } from './import-templates.ts';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { TemplatePanel } from './TemplatePanel.tsx';
import { TemplatesSide } from './TemplatesSide.tsx';

const editTemplate = (id: string) => navigate(['templates', id]);

export function TemplatesScreen() {
  const { t } = useTranslation();
  const { rows, progress, error } = templateCache.use();
  const groupId = useWritableGroups()[0]?.security_group_id;
  const text = useSearch((state) => state.text);
  const wanted = useMemo(() => wordsOf(text), [text]);
  const [modality, setModality] = useState<string>();
  const [archived, setArchived] = useState(false);
  const [selectedId, setSelectedId] = useState<string>();
  const [results, setResults] = useState<readonly ImportResult[]>();
  const [current, setCurrent] = useState<string>();
  const [creating, setCreating] = useReopenedForm('new-template');
  const picker = useRef<HTMLInputElement>(null);
  useTitle(t('templates.label'));
  useEffect(() => {
    templateCache.refresh();
  }, []);
  const shown = useMemo(() => {
    const collator = new Intl.Collator(localeTag());
    return [...rows.values()]
      .filter((row) => !row.is_deleted && row.is_archived === archived)
      .filter((row) => modality === undefined || row.summary?.modality === modality)
      .filter((row) => matchesAll(wordsOf(`${row.summary?.title} ${row.summary?.modality}`), wanted))
      .sort((a, b) => collator.compare(a.summary?.title ?? '', b.summary?.title ?? ''));
  }, [rows, archived, modality, wanted]);
  const items = useMemo(
    () => shown.map((row) => ({ kind: 'row', key: row.id, value: row }) as const),
    [shown],
  );
  const selected = shown.find((row) => row.id === selectedId) ?? shown[0];

  const importFiles = async (files: readonly File[]) => {
    if (groupId === undefined || files.length === 0) return;
    setResults([]);
    for (const file of files) {
      setCurrent(file.name);
      const result = await importTemplate(file, groupId);
      setResults((before) => [...(before ?? []), result]);
    }
    setCurrent(undefined);
  };
  const drop = useFileDrop(importFiles, groupId !== undefined);
  return (
    <div className="cols three">
      <TemplatesSide
        modality={modality}
        archived={archived}
        onChoose={(next) => {
          setModality(next.modality);
          setArchived(next.archived);
        }}
      />
      <main
        className={`main${drop.over ? ' dropping' : ''}`}
        id="main"
        aria-label={t('templates.label')}
        data-pane
        {...drop.handlers}
      >
        <div className="main-h">
          <h1>{text ? t('worklist.searchTitle') : (modality ?? t('templates.label'))}</h1>
          <span className="count" role="status">
            {count(shown.length)}
          </span>
          <span className="gap" />
          <PanelToggle label={t('templates.preview')} />
          <input
            ref={picker}
            type="file"
            multiple
            accept=".html,.htm,.json,text/html,application/json"
            hidden
            onChange={(event) => {
              importFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button icon="upload" unavailable={groupId === undefined} onPress={() => picker.current?.click()}>
            {t('templates.import')}
          </Button>
          <Button kind="primary" unavailable={groupId === undefined} onPress={() => setCreating(true)}>
            {t('templates.newTemplate')}
          </Button>
        </div>
        <ErrorRegion error={error} onRetry={() => templateCache.load()} />
        {shown.length === 0 ? (
          nothing()
        ) : (
          <VirtualGrid
            label={t('templates.grid')}
            className="tl"
            head={
              <>
                <HeadCell label={t('templates.columnTitle')} sorted="ascending" />
                <HeadCell label={t('templates.columnModality')} />
                <HeadCell label={t('templates.columnVersion')} numeric />
                <HeadCell label={t('templates.columnChanged')} numeric />
              </>
            }
            items={items}
            selectedKey={selected?.id}
            onSelect={setSelectedId}
            onOpen={editTemplate}
            rowClass={(row) => (row.summary === null ? 'off' : '')}
            renderRow={(row) => (
              <>
                <Cell className="p">
                  <Highlighted text={row.summary?.title ?? t('states.noKey')} wanted={wanted} />
                </Cell>
                <Cell className="mod">{row.summary?.modality}</Cell>
                <Cell className="num mid">{row.seq}</Cell>
                <Cell className="num dim">{changedAt(row.updated_at)}</Cell>
              </>
            )}
          />
        )}
      </main>
      {results ? (
        <ImportPanel results={results} current={current} onClose={() => setResults(undefined)} />
      ) : (
        <TemplatePanel key={selected?.id} row={selected} />
      )}
      {creating && groupId ? (
        <NewTemplateDialog groupId={groupId} onClose={() => setCreating(false)} />
      ) : null}
    </div>
  );

  function nothing() {
    if (progress === 'empty' || progress === 'partial') {
      return <EmptyState icon="state-working" turning title={t('worklist.loadingRows')} />;
    }
    if (text) {
      return (
        <EmptyState
          icon="search"
          title={t('templates.searchNothing')}
          text={t('worklist.searchNothingText')}
        />
      );
    }
    if (rows.size > 0) return <EmptyState icon="filter" title={t('templates.filteredNothing')} />;
    return (
      <EmptyState icon="template" title={t('templates.emptyTitle')} text={t('templates.emptyText')}>
        <Button
          kind="primary"
          unavailable={groupId === undefined}
          onPress={() => openOverlay({ kind: 'starter' })}
        >
          {t('commands.starterSet')}
        </Button>
      </EmptyState>
    );
  }
}
