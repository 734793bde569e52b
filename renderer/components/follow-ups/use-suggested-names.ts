/**
 * React hook for persons named before in critical results and follow-ups, most frequent first, as
 * suggestions.
 */
import { useMemo } from 'react';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';

const SHOWN_MAX = 20;

export function useSuggestedNames(): readonly string[] {
  const exams = examCache.use((state) => state.rows);
  return useMemo(() => {
    const times = new Map<string, number>();
    for (const { summary } of exams.values()) {
      const named = [
        summary?.critical_result?.told_whom,
        ...(summary?.critical_result?.told_before ?? []).map(({ told_whom }) => told_whom),
        ...(summary?.follow_ups ?? []).map(({ whose }) => whose),
      ];
      for (const name of named.map((one) => one?.trim() ?? ''))
        if (name !== '') times.set(name, (times.get(name) ?? 0) + 1);
    }
    return [...times]
      .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
      .map(([name]) => name)
      .slice(0, SHOWN_MAX);
  }, [exams]);
}
