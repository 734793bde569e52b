/** Counts the modalities and tags that occur, most frequent first. */
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

const SHOWN_MAX = 12;

function ranked(values: Iterable<string>): (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, SHOWN_MAX);
}

export function modalityCounts(rows: readonly ExamRow[]) {
  return ranked(rows.flatMap((row) => row.summary?.modality?.toUpperCase() || []));
}

export function tagCounts(
  rows: readonly { readonly summary: { readonly tags: readonly string[] } | null }[],
) {
  return ranked(rows.flatMap((row) => row.summary?.tags ?? []));
}
