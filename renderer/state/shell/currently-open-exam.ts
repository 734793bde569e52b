/** The exam whose report is open in this window. Attributes set from elsewhere go through its draft. */
import type { JsonObject } from '#contract/documents/records.ts';

export interface OpenExam {
  readonly exam_id: string;
  /** Returns the present attributes, sealed or not. */
  readonly attributes: () => JsonObject | null;
  readonly examDate: () => string | null;
  /** Changes the attributes of the open exam. @param reason of the version, if it is sealed at once. */
  readonly keep: (change: (attributes: JsonObject | null) => JsonObject, reason: string) => Promise<void>;
}

let open: OpenExam | undefined;

/** Sets the open exam; the returned function unsets it. */
export function setOpenExam(exam: OpenExam): () => void {
  open = exam;
  return () => {
    if (open === exam) open = undefined;
  };
}

export function openExamOf(examId: string): OpenExam | undefined {
  return open?.exam_id === examId ? open : undefined;
}
