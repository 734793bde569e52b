/** The exam whose report is open in this window: what is noted about it goes with its text, not past it. */
import type { JsonObject } from '#contract/documents/records.ts';

export interface OpenExam {
  readonly exam_id: string;
  /** As they stand now, sealed or not. */
  readonly attributes: () => JsonObject | null;
  readonly examDate: () => string | null;
  /** @param reason of the version, where one is sealed at once. */
  readonly keep: (change: (attributes: JsonObject | null) => JsonObject, reason: string) => Promise<void>;
}

let open: OpenExam | undefined;

/** The answer ends it. */
export function setOpenExam(exam: OpenExam): () => void {
  open = exam;
  return () => {
    if (open === exam) open = undefined;
  };
}

export function openExamOf(examId: string): OpenExam | undefined {
  return open?.exam_id === examId ? open : undefined;
}
