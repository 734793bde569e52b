import type { ExamRecordInput } from '#contract/documents/records.ts';
import type { Reference } from '#imports/fhir/fhir-resources.ts';

/** What one ImagingStudy or DiagnosticReport becomes. */
export interface MappedExam {
  /** Without its report. */
  readonly record: Pick<ExamRecordInput, 'title' | 'modality' | 'exam_date'> & {
    readonly custom_attributes: Record<string, unknown>;
  };
  /** The report as HTML, not yet canonical; null where the source holds none. */
  readonly reportHtml: string | null;
  /** The editor's own form of the same report, from an export of a vault. */
  readonly reportLexical?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The reference to the patient as the source has it. */
  readonly subject: Reference | undefined;
  readonly unmapped: readonly string[];
  /** References to resources of the file that went into this exam. */
  readonly absorbed: readonly string[];
  /** References that lead nowhere in the file. */
  readonly unresolved: readonly string[];
}
