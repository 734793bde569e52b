import { useEffect, useMemo } from 'react';
import type { GridItem } from '#renderer/components/lists/VirtualGrid.tsx';
import { useMyCosignRequests } from '#renderer/lists/cosign-store.ts';
import { type ExamFilter, inBase, matchesFilter } from '#renderer/lists/worklist/exam-filter.ts';
import { gridItems, sortExams } from '#renderer/lists/worklist/exam-order.ts';
import { useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useSearch } from '#renderer/state/shell/search-store.ts';
import { parseSearch } from './search/search-query.ts';

export interface WorklistRows {
  readonly searching: boolean;
  /** Active filter: the search box's while it has text. */
  readonly filter: ExamFilter;
  readonly items: readonly GridItem<ExamRow>[];
  readonly shown: readonly ExamRow[];
  /** Exams before filtering; all exams of the vault while searching. */
  readonly baseRows: readonly ExamRow[];
  readonly patients: ReadonlyMap<string, PatientRow>;
}

/** React hook for the worklist's rows after view, filters, search and order. */
export function useWorklistRows(): WorklistRows {
  const exams = examCache.use((state) => state.rows);
  const patients = patientCache.use((state) => state.rows);
  const searchText = useSearch((state) => state.text);
  const { base, filter: chosen, sort } = useWorklist();
  const me = useSession((state) => state.session?.principal.principal_id ?? '');
  const asked = useMyCosignRequests((state) => state.requests);
  const searching = searchText.trim() !== '';
  const filter = useMemo(
    () => (searching ? parseSearch(searchText) : chosen),
    [searching, searchText, chosen],
  );

  const withWithdrawn = filter.states.includes('enteredInError');
  const baseRows = useMemo(
    () =>
      [...exams.values()].filter((row) =>
        inBase(row, searching ? 'all' : base, me, undefined, asked, withWithdrawn),
      ),
    [exams, base, searching, me, asked, withWithdrawn],
  );
  const shown = useMemo(() => {
    const matching = baseRows.filter((row) =>
      matchesFilter(row, filter, row.patient_id === null ? undefined : patients.get(row.patient_id)),
    );
    return sortExams(matching, sort);
  }, [baseRows, filter, patients, sort]);
  const items = useMemo(
    () => gridItems(shown, !searching && sort.by === 'exam_date'),
    [shown, searching, sort.by],
  );

  useEffect(() => useWorklist.setState({ order: shown.map((row) => row.id) }), [shown]);
  return { searching, filter, items, shown, baseRows, patients };
}
