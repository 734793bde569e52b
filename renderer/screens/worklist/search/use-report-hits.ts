/** Which results of a search are shown, exams or reports, and the reports that the list's other filters leave. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { matchesFilter } from '#renderer/lists/worklist/exam-filter.ts';
import type { WorklistRows } from '#renderer/screens/worklist/use-worklist-rows.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSearch } from '#renderer/state/shell/search-store.ts';
import type { ReportHit } from './ReportHits.tsx';
import { parseReportQuery } from './report-query.ts';
import { useFoundReports } from './report-search.ts';

export type SearchTab = 'exams' | 'reports';

/** The tab used last, and whether it was chosen while a section was named. */
const useTab = create<{ readonly tab: SearchTab; readonly isNamed: boolean }>()(() => ({
  tab: 'exams',
  isNamed: false,
}));

export interface ReportHits {
  readonly text: string;
  readonly tab: SearchTab;
  readonly hits: readonly ReportHit[];
  readonly isLoading: boolean;
  readonly choose: (tab: SearchTab) => void;
}

export function useReportHits({ searching, filter, patients }: WorklistRows): ReportHits {
  const search = useSearch((state) => state.text);
  const exams = examCache.use((state) => state.rows);
  const chosen = useTab();
  const { text, isNamed } = useMemo(() => parseReportQuery(search), [search]);
  // A section in the search means reports, until the other tab is chosen.
  const tab = isNamed && !chosen.isNamed ? 'reports' : chosen.tab;
  const { found, isLoading } = useFoundReports(searching ? text : '');
  const hits = useMemo(() => {
    const others = { ...filter, words: [] };
    return found.flatMap((each) => {
      const row = exams.get(each.id);
      if (!row) return [];
      const patient = row.patient_id === null ? undefined : patients.get(row.patient_id);
      return matchesFilter(row, others, patient) ? [{ ...each, row }] : [];
    });
  }, [found, exams, filter, patients]);
  return { text, tab, hits, isLoading, choose: (next) => useTab.setState({ tab: next, isNamed }) };
}
