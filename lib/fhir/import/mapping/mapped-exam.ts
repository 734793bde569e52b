import type { ExamRecordInput } from '#contract/documents/records.ts';
import type { Reference } from '#fhir/import/fhir-resources.ts';

/** A file that the mapped exam has beside its report. */
export interface MappedFile {
  /** Name of the file, unique among the exam's files. */
  readonly name: string;
  readonly mime_type: string;
  readonly bytes: Uint8Array;
}

/** A result that its source withdrew or cancelled. */
export interface WithdrawnPart {
  /** Address of the withdrawn result, `Type/id`. */
  readonly result: string;
  readonly name: string;
  readonly status: string;
}

/** Result of mapping one ImagingStudy or DiagnosticReport. */
export interface MappedExam {
  /** Fields of the mapped exam without the report. */
  readonly record: Pick<ExamRecordInput, 'title' | 'modality' | 'exam_date'> & {
    readonly custom_attributes: Record<string, unknown>;
  };
  /** The report as HTML, not yet canonical; null where the source has none. */
  readonly reportHtml: string | null;
  /** The editor's own form of the same report, from a vault's export. */
  readonly reportLexical?: string | undefined;
  readonly files: readonly MappedFile[];
  readonly tags?: readonly string[] | undefined;
  /** The source's reference to the patient. */
  readonly subject: Reference | undefined;
  readonly unmapped: readonly string[];
  /** Addresses of resources that became part of this exam. */
  readonly absorbed: readonly string[];
  /** Notices for a person, one sentence each, without content. */
  readonly notices: readonly string[];
  /** Withdrawn results of this exam. */
  readonly withdrawn?: readonly WithdrawnPart[];
  /** References without a target in the import. */
  readonly unresolved: readonly string[];
}
