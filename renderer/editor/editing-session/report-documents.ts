/**
 * Vault access for exams and templates as the editor needs them: one record with a report, versions and a
 * draft. No other file of the editor calls the vault about documents.
 */
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { RecordInputOf, RecordOf } from '#contract/documents/records.ts';
import type { GetQuery } from '#contract/documents/requests.ts';
import type { ExamSignature, SignatureIntent } from '#contract/documents/signatures.ts';
import type { DiscardedDraft, DocumentVersion, DocumentView, DraftState } from '#contract/documents/views.ts';
import type { Unbranded } from '#contract/ids.ts';
import { completeRecord } from '#records/complete-record.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { assurePaperLocale } from '#renderer/components/records/letter/assure-paper-locale.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { DocumentsApi } from '#sdk/resources/documents-api.ts';

export interface Signing {
  /** Signs as the unlocked person. */
  readonly sign: (versionId: string, intent: SignatureIntent) => Promise<ExamSignature>;
  /** Signatures, newest first, each verified by the vault. */
  readonly list: (options?: CallOptions) => Promise<readonly ExamSignature[]>;
  /** Requests to co-sign, newest first, each with its outcome. */
  readonly requests: (options?: CallOptions) => Promise<readonly CosignRequest[]>;
  readonly ask: (versionId: string, principalId: string) => Promise<CosignRequest>;
  readonly takeBack: (requestId: string) => Promise<CosignRequest>;
}

export type ReportResource = 'exams' | 'templates';

/** Record of an exam, or of a template with `exam_date` null. */
export type ReportRecord = Readonly<RecordOf['exams']>;

/** All fields of the record except the report. Unknown fields go back into the vault unchanged. */
export type ReportMeta = Omit<ReportRecord, 'report_lexical' | 'report_html'>;

export function metaOf({ report_lexical: _, report_html: __, ...meta }: ReportRecord): ReportMeta {
  return meta;
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
  readonly read: (query?: Unbranded<GetQuery>, options?: CallOptions) => Promise<ReportView>;
  /** Seals the record. `expected` is the version that must still be the newest. */
  readonly seal: (record: ReportRecord, expected: string | null) => Promise<ReportView>;
  /** Lists versions of the report, newest first. */
  readonly versions: (options?: CallOptions) => Promise<DocumentVersion[]>;
  /** The draft, or undefined if there is none. */
  readonly draft: () => Promise<ReportDraft | undefined>;
  readonly putDraft: (
    record: ReportRecord,
    baseVersionId: string | null,
    expectedRev: string | undefined,
  ) => Promise<DraftState>;
  readonly discardDraft: () => Promise<DiscardedDraft>;
  readonly recovered: () => Promise<DiscardedDraft[]>;
  /** Access to signatures; present for exams only, because templates are not signed. */
  readonly signing?: Signing;
  readonly recoveredRecord: (draftRev: string) => Promise<ReportRecord>;
}

/** Largest number of versions that the history lists. */
const VERSIONS_MAX = 1000;

/** Creates the access for one document. `client` defaults to the window's own. */
export function reportDocuments(
  resource: ReportResource,
  id: string,
  client: () => VaultClient = vault,
): ReportDocuments {
  if (resource === 'templates') {
    return documentsOf('templates', id, () => client().templates, templateOf, withoutExamDate);
  }
  const asItIs = (record: ReportRecord) => record;
  return {
    ...documentsOf('exams', id, () => client().exams, asItIs, asItIs),
    signing: {
      sign: async (version_id, intent) => {
        await assurePaperLocale();
        return client().exams.sign(id, { version_id, intent });
      },
      list: async (options) => (await client().exams.signatures(id, options)).items,
      requests: async (options) => (await client().exams.cosign.list(id, options)).items,
      ask: (version_id, principal_id) =>
        Promise.resolve(client().exams.cosign.ask(id, { version_id, principal_id })),
      takeBack: (requestId) => Promise.resolve(client().exams.cosign.takeBack(id, requestId)),
    },
  };
}

function templateOf(record: RecordOf['templates']): ReportRecord {
  return completeRecord('exams', record);
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
    read: async (query, options) => viewOf(await api().get(id, query, options)),
    seal: async (record, expected) =>
      viewOf(await api().update(id, { record: toInput(record), expected_latest_version_id: expected })),
    versions: (options) => api().versions(id, { limit: 200 }, options).toArray({ limit: VERSIONS_MAX }),
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
