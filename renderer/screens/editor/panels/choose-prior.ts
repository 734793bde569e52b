/**
 * Chooses the prior a report is compared with: the newest one with a signed report, of the same modality and region
 * where there is one. An exam nobody has reported says nothing, even of the same day.
 */
import { foldText } from '#records/folded-text.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { isSameModality } from '#records/studies/modality.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

interface Compared {
  readonly title: string | null;
  readonly modality: string | null;
}

/** Words of a title that name no region. */
const NO_REGION =
  /^(?:ct|mr|mri|mrt|us|xr|pet|cr|dx|with|without|and|mit|ohne|und|nativ|contrast|kontrast|follow|control|kontrolle|verlauf|left|right|links|rechts|both|native|exam|study)$/u;

/** `earlier`: newest first. */
export function choosePrior(earlier: readonly ExamRow[], report: Compared): ExamRow | undefined {
  const regions = regionsOf(report.title);
  const rank = ({ summary }: ExamRow): number => {
    const misses = [
      !isSigned(summary?.report_status ?? null),
      !isSameModality(summary?.modality ?? '', report.modality ?? ''),
      regions.size > 0 && ![...regionsOf(summary?.title ?? null)].some((word) => regions.has(word)),
    ];
    return misses.reduce((sum, isMissed) => sum * 2 + Number(isMissed), 0);
  };
  return earlier.toSorted((a, b) => rank(a) - rank(b))[0];
}

function regionsOf(title: string | null): Set<string> {
  const words = foldText(title ?? '').split(/[^\p{L}]+/u);
  return new Set(words.filter((word) => word.length > 2 && !NO_REGION.test(word)));
}
