import type { ExamRecordInput } from '#contract/documents/records.ts';
import type { Reference } from '#fhir/import/fhir-resources.ts';

/** What lies beside the report as a file of the exam. */
export interface MappedFile {
  /** Unlike that of any other file of the exam. */
  readonly name: string;
  readonly mime_type: string;
  readonly bytes: Uint8Array;
}

/** A result its source withdrew or cancelled. */
export interface WithdrawnPart {
  /** `Type/id`. */
  readonly result: string;
  readonly name: string;
  readonly status: string;
}

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
  readonly files: readonly MappedFile[];
  readonly tags?: readonly string[] | undefined;
  /** The reference to the patient as the source has it. */
  readonly subject: Reference | undefined;
  readonly unmapped: readonly string[];
  /** Addresses of resources that went into this exam. */
  readonly absorbed: readonly string[];
  /** What a person should know of it, a sentence each, without content. */
  readonly notices: readonly string[];
  /** Of the results that are part of it. */
  readonly withdrawn?: readonly WithdrawnPart[];
  /** References that lead nowhere in the import. */
  readonly unresolved: readonly string[];
}
