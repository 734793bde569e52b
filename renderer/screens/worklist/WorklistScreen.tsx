/** Worklist screen: views and filters, the exam list with search, and a preview of the selected exam. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Tabs } from '#renderer/components/controls/Tabs.tsx';
import { HeadCell } from '#renderer/components/lists/Cell.tsx';
import { PanelToggle } from '#renderer/components/lists/PanelToggle.tsx';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { isFiltered } from '#renderer/lists/worklist/exam-filter.ts';
import type { SortColumn } from '#renderer/lists/worklist/exam-order.ts';
import { useSavedViews } from '#renderer/lists/worklist/saved-views.ts';
import { selectExam, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate, useRoute } from '#renderer/state/shell/route-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { ExamCells } from './ExamCells.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import { FirstDay } from './first-day/FirstDay.tsx';
import { useIsFirstDay } from './first-day/use-is-first-day.ts';
import { ExamPreview } from './preview/ExamPreview.tsx';
import { FoundPatients } from './search/FoundPatients.tsx';
import { ReportHits } from './search/ReportHits.tsx';
import { SearchResultCount } from './search/SearchResultCount.tsx';
import { useReportHits } from './search/use-report-hits.ts';
import { DueSummary } from './tracker/DueSummary.tsx';
import { type TrackerKind, TrackerMain } from './tracker/TrackerMain.tsx';
import { UnmatchedStudies } from './unmatched-studies/UnmatchedStudies.tsx';
import { useWorklistRows } from './use-worklist-rows.ts';
import { WorklistEmpty } from './WorklistEmpty.tsx';
import { WorklistSide } from './WorklistSide.tsx';

const openReport = (id: string) => navigate(['exams', id]);

/**
 * Returns the list the address asks for instead of exams: follow-ups, critical results or unmatched studies.
 */
function useTracker(): TrackerKind | 'to-match' | undefined {
  const kind = useRoute((route) => route.path[1]);
  return kind === 'follow-ups' || kind === 'critical' || kind === 'to-match' ? kind : undefined;
}

export function WorklistScreen() {
  const { t } = useTranslation();
  const rows = useWorklistRows();
  const { base, sort, selected_id, saved_view_id } = useWorklist();
  const progress = examCache.use((state) => state.progress);
  const error = examCache.use((state) => state.error);
  const views = useSavedViews();
  const newExam = useKeyHint('newExam');
  const { searching, items, shown: exams, baseRows } = rows;
  const reports = useReportHits(rows);
  const isFirstDay = useIsFirstDay() && !searching && !isFiltered(rows.filter);
  const inReports = searching && reports.tab === 'reports';
  const shown = inReports ? reports.hits.map(({ row }) => row) : exams;
  const tracker = useTracker();
  const selected = shown.find((row) => row.id === selected_id) ?? shown[0];
  const savedName = views.find((view) => view.id === saved_view_id)?.name;
  const title = searching ? t('worklist.searchTitle') : (savedName ?? t(`worklist.base.${base}`));
  useTitle(t('worklist.label'));
  useEffect(() => {
    examCache.refresh();
    patientCache.refresh();
  }, []);

  const heads: readonly { column: SortColumn | undefined; label: string; numeric?: boolean }[] = [
    { column: 'state', label: t('worklist.columnState') },
    { column: 'patient', label: t('worklist.columnPatient') },
    { column: 'exam', label: t('worklist.columnExam') },
    { column: undefined, label: t('worklist.columnModality') },
    { column: 'exam_date', label: t('worklist.columnDate'), numeric: true },
    { column: 'version', label: t('worklist.columnVersion'), numeric: true },
    { column: 'changed', label: t('worklist.columnChanged'), numeric: true },
  ];
  const head = heads.map(({ column, label, numeric = false }) => (
    <HeadCell
      key={label}
      label={label}
      numeric={numeric}
      hidden={column === undefined}
      sorted={column === sort.by ? (sort.descending ? 'descending' : 'ascending') : undefined}
      onSort={column === undefined ? undefined : () => sortBy(column)}
    />
  ));
  if (tracker === 'to-match' && !searching) {
    return (
      <div className="cols match">
        <WorklistSide rows={rows} tracker={tracker} />
        <UnmatchedStudies />
      </div>
    );
  }
  if (tracker && tracker !== 'to-match' && !searching) {
    return (
      <div className="cols list">
        <WorklistSide rows={rows} tracker={tracker} />
        <TrackerMain key={tracker} kind={tracker} />
      </div>
    );
  }
  return (
    <div className={`cols list${searching ? ' searching' : ''}`}>
      <WorklistSide rows={rows} tracker={undefined} />
      <main className="main" id="main" aria-label={t('worklist.label')} data-pane>
        <div className="main-h">
          <h1>{title}</h1>
          <span className="count" role="status">
            {countLine()}
          </span>
          <span className="gap" />
          <PanelToggle label={t('worklist.preview')} />
          {isFirstDay ? null : (
            <>
              <Button icon="fetch" onPress={() => openOverlay({ kind: 'fetch' })}>
                {t('commands.fetch')}
              </Button>
              <Button icon="upload" onPress={() => openOverlay({ kind: 'import' })}>
                {t('imports.start')}
              </Button>
              <Button
                kind="primary"
                {...newExam}
                onPress={() => openOverlay({ kind: 'new_exam', patient_id: undefined })}
              >
                {t('worklist.newExam')}
              </Button>
            </>
          )}
        </div>
        {searching ? (
          <Tabs
            label={t('reportSearch.tabs')}
            value={reports.tab}
            tabs={[
              { value: 'exams', label: t('reportSearch.exams'), count: count(exams.length) },
              {
                value: 'reports',
                label: t('reportSearch.reports'),
                ...(reports.isLoading ? {} : { count: count(reports.hits.length) }),
              },
            ]}
            onChange={reports.choose}
          />
        ) : null}
        {isFirstDay ? null : <FilterChips rows={rows} />}
        {base === 'recent' && !searching ? <DueSummary /> : null}
        <ErrorRegion error={error} onRetry={() => examCache.load()} />
        {searching && !inReports ? <FoundPatients rows={rows} /> : null}
        {inReports ? (
          <ReportHits text={reports.text} hits={reports.hits} selectedId={selected?.id} />
        ) : isFirstDay ? (
          <FirstDay />
        ) : shown.length === 0 ? (
          <WorklistEmpty rows={rows} progress={progress} />
        ) : (
          <VirtualGrid
            label={t('worklist.grid')}
            className="wl"
            head={head}
            items={items}
            selectedKey={selected?.id}
            onSelect={selectExam}
            onOpen={openReport}
            rowClass={(row) => (row.summary === null ? 'off' : '')}
            renderRow={(row) => <ExamCells row={row} wanted={rows.filter.words} patients={rows.patients} />}
            after={searching ? <SearchResultCount shown={shown} /> : null}
          />
        )}
      </main>
      <ExamPreview row={selected} patients={rows.patients} />
    </div>
  );

  function countLine(): string {
    if (isFirstDay) return t('worklist.emptyTitle');
    if (progress === 'partial') return t('worklist.loadingRows');
    if (inReports) return reportsLine();
    const all = count(baseRows.length);
    if (shown.length === baseRows.length) return t('worklist.exams', { count: shown.length, number: all });
    return t('worklist.countOf', { shown: count(shown.length), all });
  }

  function reportsLine(): string {
    const patients = new Set(shown.flatMap((row) => row.patient_id ?? [])).size;
    const number = count(shown.length);
    const of = t('worklist.searchEndPatients', { count: patients, number: count(patients) });
    return t('reportSearch.found', { count: shown.length, number, patients: of });
  }

  function sortBy(column: SortColumn): void {
    const descending =
      sort.by === column ? !sort.descending : ['exam_date', 'changed', 'version'].includes(column);
    useWorklist.setState({ sort: { by: column, descending } });
  }
}
