/** Chooses the watermark of a printed report: a sample, draft, not yet reported, entered in error, or preliminary. */
import type { PrintLabels } from './labels/label-texts.ts';

interface WatermarkFacts {
  /** An invented patient's: no state of it is real. */
  readonly isSample: boolean;
  readonly isDraft: boolean;
  readonly isToReport: boolean;
  readonly isWithdrawn: boolean;
  /** True for a version signed as it is; false once it was changed after signing. */
  readonly isSigned: boolean;
}

/** Chooses the text of the watermark; undefined for a signed version, which has none. */
export function watermarkOf(facts: WatermarkFacts, labels: PrintLabels): string | undefined {
  if (facts.isSample) return labels.sampleMark;
  if (facts.isToReport) return labels.toReportMark;
  if (facts.isDraft) return labels.draftMark;
  if (facts.isWithdrawn) return labels.withdrawnMark;
  return facts.isSigned ? undefined : labels.preliminaryMark;
}
