import type { StoredSummary } from './entry.ts';

const MAX_REMEMBERED = 2000;

/** Summaries that were just sealed, by version, until the index takes them in: each is one opening less. */
export type SummaryCache = ReturnType<typeof createSummaryCache>;

export function createSummaryCache() {
  const summaries = new Map<string, StoredSummary>();
  return {
    put(versionId: string, summary: StoredSummary): void {
      summaries.set(versionId, summary);
      if (summaries.size <= MAX_REMEMBERED) return;
      const oldest = summaries.keys().next();
      if (!oldest.done) summaries.delete(oldest.value);
    },
    take(versionId: string): StoredSummary | undefined {
      const summary = summaries.get(versionId);
      summaries.delete(versionId);
      return summary;
    },
    clear: () => summaries.clear(),
  };
}
