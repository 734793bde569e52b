/**
 * The list of all patients, with views, tags and search as you type. Filters and sorts the rows in memory, without
 * a request.
 */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#records/folded-text.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { HeadCell } from '#renderer/components/lists/Cell.tsx';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import {
  examsByPatient,
  type PatientColumn,
  patientsShown,
  sortPatients,
} from '#renderer/lists/patient-list.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { setSearch, useSearch } from '#renderer/state/shell/search-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { PatientCells } from './PatientCells.tsx';
import { PatientsSide } from './PatientsSide.tsx';
import { usePatients } from './patients-store.ts';

const openPatient = (id: string) => navigate(['patients', id]);

export function PatientsScreen() {
  const { t } = useTranslation();
  const { rows, progress, error } = patientCache.use();
  const exams = examCache.use((state) => state.rows);
  const { base, tag, sort, selected_id } = usePatients();
  const text = useSearch((state) => state.text);
  const wanted = useMemo(() => wordsOf(text), [text]);
  const [examsOf, setExamsOf] = useState(() => examsByPatient(exams.values()));
  useEffect(() => setExamsOf(examsByPatient(exams.values())), [exams]);
  useTitle(t('patients.label'));
  useEffect(() => {
    patientCache.refresh();
    examCache.refresh();
  }, []);
  const shown = useMemo(() => {
    const matching = patientsShown(rows.values(), { base, tag, words: wanted });
    return sortPatients(matching, sort, examsOf);
  }, [rows, base, tag, wanted, sort, examsOf]);
  const items = useMemo(
    () => shown.map((row) => ({ kind: 'row', key: row.id, value: row }) as const),
    [shown],
  );
  const columns: readonly { column: PatientColumn | undefined; label: string; numeric?: boolean }[] = [
    { column: 'patient', label: t('patients.columnPatient') },
    { column: 'born', label: t('patients.columnBorn'), numeric: true },
    { column: undefined, label: t('patients.columnAge') },
    { column: undefined, label: t('patients.columnMrn') },
    { column: 'exams', label: t('patients.columnExams'), numeric: true },
    { column: undefined, label: t('patients.columnLatest') },
    { column: undefined, label: t('patients.columnState') },
    { column: 'changed', label: t('patients.columnChanged'), numeric: true },
  ];
  const sortBy = (column: PatientColumn) => {
    const descending = sort.by === column ? !sort.descending : column === 'changed' || column === 'exams';
    usePatients.setState({ sort: { by: column, descending } });
  };
  const selected = shown.find((row) => row.id === selected_id) ?? shown[0];
  return (
    <div className="cols">
      <PatientsSide />
      <main className="main" id="main" aria-label={t('patients.label')} data-pane>
        <div className="main-h">
          <h1>{text ? t('worklist.searchTitle') : (tag ?? t(`patients.base.${base}`))}</h1>
          <span className="count" role="status">
            {progress === 'partial' ? t('worklist.loadingRows') : count(shown.length)}
          </span>
          <span className="gap" />
          <Button kind="primary" onPress={() => navigate(['patients', 'new'])}>
            {t('patients.newPatient')}
          </Button>
        </div>
        <ErrorRegion error={error} onRetry={() => patientCache.load()} />
        {shown.length > 0 ? (
          <VirtualGrid
            label={t('patients.grid')}
            className="pl"
            head={columns.map(({ column, label, numeric = false }) => (
              <HeadCell
                key={label}
                label={label}
                numeric={numeric}
                sorted={column === sort.by ? (sort.descending ? 'descending' : 'ascending') : undefined}
                onSort={column === undefined ? undefined : () => sortBy(column)}
              />
            ))}
            items={items}
            selectedKey={selected?.id}
            onSelect={(id) => usePatients.setState({ selected_id: id })}
            onOpen={openPatient}
            rowClass={(row) => (row.summary === null ? 'off' : '')}
            renderRow={(row) => <PatientCells row={row} exams={examsOf.get(row.id)} wanted={wanted} />}
          />
        ) : (
          nothing()
        )}
      </main>
    </div>
  );

  function nothing() {
    if (progress === 'empty' || progress === 'partial') {
      return <EmptyState icon="state-working" turning title={t('worklist.loadingRows')} />;
    }
    if (text) {
      return (
        <EmptyState icon="search" title={t('patients.searchNothing')} text={t('worklist.searchNothingText')}>
          <Button size="s" hint="Esc" onPress={() => setSearch('')}>
            {t('worklist.clearSearch')}
          </Button>
        </EmptyState>
      );
    }
    if (rows.size > 0) {
      const hidden = t('patients.filteredText', { number: count(rows.size) });
      return (
        <EmptyState icon="filter" title={t('patients.filteredNothing')} text={hidden}>
          <Button size="s" onPress={() => usePatients.setState({ base: 'all', tag: undefined })}>
            {t('patients.showAll')}
          </Button>
        </EmptyState>
      );
    }
    return (
      <EmptyState icon="person" title={t('patients.emptyTitle')} text={t('patients.emptyText')}>
        <Button size="s" icon="upload" onPress={() => openOverlay({ kind: 'import' })}>
          {t('commands.importRecords')}
        </Button>
      </EmptyState>
    );
  }
}
