/**
 * Exams and templates alike, as the editor needs them: one record with a report, its versions and its draft.
 * The only file of the editor that speaks to the vault about documents.
 */
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { JsonObject, RecordInputOf, RecordOf } from '#contract/documents/records.ts';
import type { GetQuery } from '#contract/documents/requests.ts';
import type { DiscardedDraft, DocumentVersion, DocumentView, DraftState } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { DocumentsApi } from '#sdk/resources/documents.ts';

export type ReportResource = 'exams' | 'templates';

/** The record without its report. `exam_date` is null for templates. */
export interface ReportMeta {
  readonly title: string | null;
  readonly modality: string | null;
  readonly exam_date: string | null;
  readonly custom_attributes: JsonObject | null;
}

export interface ReportRecord extends ReportMeta {
  readonly report_lexical: string | null;
  readonly report_html: string | null;
}

export interface ReportView {
  readonly index: DocumentIndex;
  readonly version_id: string | null;
  readonly draft_rev: string | null;
  readonly record: ReportRecord;
}

export interface ReportDraft extends DraftState {
  readonly record: ReportRecord;
}

export interface ReportDocuments {
  readonly resource: ReportResource;
  readonly id: string;
  readonly read: (query?: GetQuery) => Promise<ReportView>;
  /** `expected`: the version that must still be the newest. */
  readonly seal: (record: ReportRecord, expected: string | null) => Promise<ReportView>;
  /** Newest first. */
  readonly versions: () => Promise<DocumentVersion[]>;
  /** Undefined where there is none. */
  readonly draft: () => Promise<ReportDraft | undefined>;
  readonly putDraft: (
    record: ReportRecord,
    baseVersionId: string | null,
    expectedRev: string | undefined,
  ) => Promise<DraftState>;
  readonly discardDraft: () => Promise<DiscardedDraft>;
  readonly recovered: () => Promise<DiscardedDraft[]>;
  readonly recoveredRecord: (draftRev: string) => Promise<ReportRecord>;
}

/** As many versions as the history lists. */
const VERSIONS_MAX = 1000;

export function reportDocuments(resource: ReportResource, id: string): ReportDocuments {
  return resource === 'exams'
    ? documentsOf(
        'exams',
        id,
        () => vault().exams,
        examOf,
        (record) => record,
      )
    : documentsOf('templates', id, () => vault().templates, templateOf, withoutExamDate);
}

function examOf(record: RecordOf['exams']): ReportRecord {
  return record;
}

function templateOf(record: RecordOf['templates']): ReportRecord {
  return { ...record, exam_date: null };
}

function withoutExamDate({ exam_date: _, ...record }: ReportRecord): RecordInputOf['templates'] {
  return record;
}

function documentsOf<R extends ReportResource>(
  resource: R,
  id: string,
  api: () => DocumentsApi<R>,
  fromRecord: (record: RecordOf[R]) => ReportRecord,
  toInput: (record: ReportRecord) => RecordInputOf[R],
): ReportDocuments {
  const viewOf = ({ index, version_id, draft_rev, record }: DocumentView<R>): ReportView => ({
    index,
    version_id,
    draft_rev,
    record: fromRecord(record),
  });
  return {
    resource,
    id,
    read: async (query) => viewOf(await api().get(id, query)),
    seal: async (record, expected) =>
      viewOf(await api().update(id, { record: toInput(record), expected_latest_version_id: expected })),
    versions: () => api().versions(id, { limit: 200 }).toArray({ limit: VERSIONS_MAX }),
    draft: async () => {
      try {
        const draft = await api().draft.get(id);
        return { ...draft, record: fromRecord(draft.record) };
      } catch (error) {
        if (error instanceof VaultApiError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
    putDraft: (record, baseVersionId, expectedRev) =>
      Promise.resolve(
        api().draft.put(id, {
          record: toInput(record),
          base_version_id: baseVersionId,
          ...(expectedRev === undefined ? {} : { expected_draft_rev: expectedRev }),
        }),
      ),
    discardDraft: () => Promise.resolve(api().draft.discard(id)),
    recovered: () => api().drafts(id, { limit: 200 }).toArray({ limit: 200 }),
    recoveredRecord: async (draftRev) => fromRecord((await api().discardedDraft(id, draftRev)).record),
  };
}
