/**
 * The port from documents to the search index: `server/search` implements it, `services.ts` connects it. The index
 * decides only which documents match, their order and summaries; rows come from the database.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { ListQuery, ListSort, ListState } from '#contract/documents/requests.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import type { OrderPriority } from '#contract/orders/order.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import type { TextTerm } from './text-columns.ts';

/** Sort key of a document without an exam date: before every date. */
export const NO_EXAM_DATE = -8_640_000_000_000_001;

/** Sort key of a document without a due time: after every time. */
export const NO_DUE = 8_640_000_000_000_001;

/** A position in a sorted list: the sort key (text or milliseconds) and, between equal keys, the document id. */
export interface ListPlace {
  readonly key: string | number;
  readonly document_id: DocumentId;
}

/** Query fields that narrow a list: all but group, words, order and page. */
export type Narrowing = Exclude<
  keyof ListQuery,
  'security_group_id' | 'source_id' | 'state' | 'q' | 'text' | 'sort' | 'order' | 'cursor' | 'limit'
>;

export interface ListFilter<R extends Resource = Resource> {
  readonly resource: R;
  readonly state: ListState;
  readonly q: string;
  /** Terms to find in the texts of reports, and the caller whose drafts count; absent for no such search. */
  readonly text?: { readonly terms: readonly TextTerm[]; readonly reader: PrincipalId };
  readonly tag?: string;
  readonly specialist_id?: PrincipalId;
  readonly has_draft?: boolean;
  readonly patient_id?: DocumentId;
  readonly modality?: string;
  readonly report_status?: string;
  /** Folded accession number to filter by. */
  readonly accession_number?: string;
  /** Milliseconds since the epoch, both inclusive. */
  readonly exam_date_from?: number;
  readonly exam_date_to?: number;
  readonly priority?: OrderPriority;
  /** Milliseconds since the epoch, exclusive. */
  readonly due_before?: number;
  /** Milliseconds since the epoch, inclusive. */
  readonly updated_since?: number;
  /** Limits the list to these ids, when given. */
  readonly document_ids?: readonly DocumentId[];
  readonly sort: ListSort;
  readonly descending: boolean;
  readonly after: ListPlace | null;
  readonly limit: number;
}

export interface ListHit<R extends Resource = Resource> extends ListPlace {
  /** State of the row the summary was made from; null where the hit comes from the plaintext row itself. */
  readonly made_from: { readonly row_rev: number; readonly head_version_id: VersionId } | null;
  /** Opened summary; null where it did not open, or its key is unavailable. */
  readonly summary: SummaryOf[R] | null;
}

export interface SearchPort {
  /** Opens or builds the group's index and updates it, including what `filter` needs. Cheap when current. */
  readonly prepare: (
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    filter?: ListFilter,
  ) => Promise<void>;
  /** Finds at most `filter.limit` hits in order. Call after `prepare`, in the same turn of the event loop. */
  readonly find: <R extends Resource>(
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    filter: ListFilter<R>,
  ) => ListHit<R>[];
  /** Passes on a just sealed summary, which the index will use instead of opening it. */
  readonly cacheSummary: (
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    versionId: VersionId,
    summary: StoredSummaryOf[Resource],
  ) => void;
  /**
   * A version's summary, if cached unopened: just sealed, or in the group's open index. The caller has authenticated
   * the row that names the version as its head.
   */
  readonly cachedSummary: (
    securityGroupId: SecurityGroupId,
    documentId: DocumentId,
    headVersionId: VersionId,
  ) => StoredSummaryOf[Resource] | undefined;
  /** Removes purged documents and writes the sealed snapshot again, so that nothing of them stays on the disk. */
  readonly forget: (securityGroupId: SecurityGroupId, ...documentIds: readonly DocumentId[]) => Promise<void>;
}
