/** Row of a record cache: the data of a document that lists, search and palette need. */
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type {
  ExamSummary,
  PatientSummary,
  SummaryOf,
  TemplateSummary,
} from '#contract/documents/summaries.ts';
import type { SecurityGroupId } from '#contract/ids.ts';

interface RowFields {
  readonly id: string;
  readonly security_group_id: SecurityGroupId;
  readonly version_id: string | null;
  readonly seq: number;
  readonly has_draft: boolean;
  /** True for a document that an import made. */
  readonly is_imported: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string | undefined;
  /** Principals who created it and who changed it last. */
  readonly written_by: readonly string[];
  /** Principals assigned to the document. */
  readonly specialist_ids: readonly string[];
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
  /** Patient of an exam; null without one and for other resources. */
  readonly patient_id: string | null;
}

export interface Row<Summary> extends RowFields {
  /** Opened summary; null if the caller has no key for the group, or the stored row is damaged. */
  readonly summary: Summary | null;
  readonly damaged?: boolean;
}

export type ExamRow = Row<ExamSummary>;
export type PatientRow = Row<PatientSummary>;
export type TemplateRow = Row<TemplateSummary>;

/** Fields common to a list item and a document. */
export interface Listed<R extends keyof SummaryOf> {
  readonly index: DocumentIndex;
  readonly version_id: string | null;
  readonly summary: SummaryOf[R] | null;
  readonly damaged?: boolean;
}

export function rowOf<R extends keyof SummaryOf>({
  index,
  version_id,
  summary,
  damaged,
}: Listed<R>): Row<SummaryOf[R]> {
  return { ...rowFields(index), version_id, summary, ...(damaged === true ? { damaged } : {}) };
}

function rowFields(index: DocumentIndex): Omit<RowFields, 'version_id'> {
  return {
    id: index.document_id,
    security_group_id: index.security_group_id,
    seq: index.meta.seq,
    has_draft: index.meta.has_draft,
    is_imported: index.meta.source_tag !== undefined,
    created_at: index.created_at,
    updated_at: index.updated_at,
    updated_by: index.updated_by?.display_name,
    written_by: [index.created_by, index.updated_by?.principal_id].flatMap((id) => id ?? []),
    specialist_ids: index.meta.specialist_ids,
    is_archived: index.is_archived,
    is_deleted: index.is_deleted,
    patient_id: index.meta.patient_id ?? null,
  };
}

/** Returns the row after an action whose response has only the index (archive, trash, restore). */
export function withIndex<Summary>(row: Row<Summary>, index: DocumentIndex): Row<Summary> {
  return { ...row, ...rowFields(index), version_id: index.streams.data.version_id };
}

export function sameRow(a: Row<unknown> | undefined, b: Row<unknown>): boolean {
  return (
    a !== undefined &&
    a.version_id === b.version_id &&
    a.damaged === b.damaged &&
    a.updated_at === b.updated_at &&
    a.has_draft === b.has_draft &&
    a.is_archived === b.is_archived &&
    a.is_deleted === b.is_deleted
  );
}
