/** Chooses the watermark of a printed report: draft, not yet reported, entered in error, or preliminary. */
import type { PrintLabels } from './print-labels.ts';

interface WatermarkFacts {
  readonly isDraft: boolean;
  readonly isToReport: boolean;
  readonly isWithdrawn: boolean;
  /** False also for a signed report that was changed afterwards. */
  readonly isSigned: boolean;
}

/** Undefined for a signed version, which has no watermark. */
export function watermarkOf(facts: WatermarkFacts, labels: PrintLabels): string | undefined {
  if (facts.isToReport) return labels.toReportMark;
  if (facts.isDraft) return labels.draftMark;
  if (facts.isWithdrawn) return labels.withdrawnMark;
  return facts.isSigned ? undefined : labels.preliminaryMark;
}
