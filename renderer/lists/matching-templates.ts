import { wordsOf } from '#records/folded-text.ts';
import { isSameModality } from '#records/studies/modality.ts';
import type { TemplateRow } from '#renderer/state/record-cache/record-row.ts';
import { isForReports } from '#renderer/state/record-cache/template-kinds.ts';

interface ExamWords {
  readonly title: string;
  readonly modality: string;
}

/**
 * Returns templates outside the trash for starting a report. Those that fit modality and title come first.
 */
export function matchingTemplates(
  rows: Iterable<TemplateRow>,
  { title, modality }: ExamWords,
): TemplateRow[] {
  const words = wordsOf(title);
  const score = ({ summary }: TemplateRow): number => {
    const sameModality = modality !== '' && isSameModality(summary?.modality ?? '', modality) ? 4 : 0;
    const known = wordsOf(summary?.title ?? '');
    return sameModality + words.filter((word) => known.includes(word)).length;
  };
  return [...rows]
    .filter((row) => row.summary !== null && !row.is_deleted && !row.is_archived && isForReports(row))
    .map((row) => ({ row, score: score(row) }))
    .sort(
      (a, b) => b.score - a.score || ((a.row.summary?.title ?? '') < (b.row.summary?.title ?? '') ? -1 : 1),
    )
    .map(({ row }) => row);
}
