/** The search in the texts of reports: asks the vault while the reader types. In memory only, cleared at every lock. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { TextMatch } from '#contract/search/text-matches.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export interface FoundReport {
  readonly id: string;
  readonly matches: readonly TextMatch[];
  /** True for sentences of the reader's own draft. */
  readonly isDraft: boolean;
}

interface ReportSearch {
  /** The searched text; empty while there is none. */
  readonly text: string;
  readonly isLoading: boolean;
  readonly found: readonly FoundReport[];
  readonly hasMore: boolean;
  readonly error: unknown;
}

/** Reports of one page; more words find the others. */
const FOUND_MAX = 200;
const TYPED_MS = 150;
const NOTHING: ReportSearch = { text: '', isLoading: false, found: [], hasMore: false, error: undefined };

export const useReportSearch = create<ReportSearch>()(() => NOTHING);

onWipe(() => useReportSearch.setState(NOTHING));

async function search(text: string, signal: AbortSignal): Promise<void> {
  try {
    const query = { text, sort: '-exam_date', limit: FOUND_MAX } as const;
    const { items, next_cursor } = await vault().exams.list(query, { signal }).page();
    if (signal.aborted) return;
    const found = items.map(({ index, matches = [], matched_draft = false }) => ({
      ...{ id: index.document_id, matches, isDraft: matched_draft },
    }));
    useReportSearch.setState({ ...NOTHING, text, found, hasMore: next_cursor !== null });
  } catch (error) {
    if (!signal.aborted) useReportSearch.setState({ ...NOTHING, text, error });
  }
}

/** Asks again at once, after a failure. */
export function searchAgain(text: string): void {
  useReportSearch.setState({ isLoading: true, error: undefined });
  void search(text, new AbortController().signal);
}

/** React hook that keeps the found reports those of `text`. Earlier ones stay until the next are there. */
export function useFoundReports(text: string): ReportSearch {
  useEffect(() => {
    if (text === '') {
      useReportSearch.setState(NOTHING);
      return;
    }
    const controller = new AbortController();
    useReportSearch.setState({ isLoading: true, error: undefined });
    const timer = setTimeout(() => void search(text, controller.signal), TYPED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return useReportSearch();
}
