/**
 * What documents ask of the search index: `server/search` implements it, `services.ts` brings them together.
 * Rows come from the database in the end: the index only says which, in which order, with which summary.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { ListQuery, ListSort, ListState } from '#contract/documents/requests.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';

/** Sort key of what has no exam date: before every date. */
export const NO_EXAM_DATE = -8_640_000_000_000_001;

/** A place in a sorted list: the sort key (text or milliseconds) and, between equals, the document id. */
export interface ListPlace {
  readonly key: string | number;
  readonly document_id: DocumentId;
}

/** What a query can narrow a list by: all of it but whose list it is, its words, its order and its page. */
export type Narrowing = Exclude<
  keyof ListQuery,
  'security_group_id' | 'source_id' | 'state' | 'q' | 'sort' | 'order' | 'cursor' | 'limit'
>;

export interface ListFilter<R extends Resource = Resource> {
  readonly resource: R;
  readonly state: ListState;
  readonly q: string;
  readonly tag?: string;
  readonly specialist_id?: PrincipalId;
  readonly has_draft?: boolean;
  readonly patient_id?: DocumentId;
  readonly modality?: string;
  readonly report_status?: string;
  /** Folded. */
  readonly accession_number?: string;
  /** Milliseconds since the epoch, both inclusive. */
  readonly exam_date_from?: number;
  readonly exam_date_to?: number;
  /** Milliseconds since the epoch, inclusive. */
  readonly updated_since?: number;
  /** Only these, when given. */
  readonly document_ids?: readonly DocumentId[];
  readonly sort: ListSort;
  readonly descending: boolean;
  readonly after: ListPlace | null;
  readonly limit: number;
}

export interface ListHit<R extends Resource = Resource> extends ListPlace {
  /** The state of the row the summary was taken from; null where the hit is of the clear row itself. */
  readonly made_from: { readonly row_rev: number; readonly head_version_id: VersionId } | null;
  /** Null where the sealed summary did not open, or there is no key to open it with. */
  readonly summary: SummaryOf[R] | null;
}

export interface SearchPort {
  /**
   * Opens or builds the group's index and brings it up to date, with what finding by `filter` needs. Cheap when it is.
   */
  readonly prepare: (
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    filter?: ListFilter,
  ) => Promise<void>;
  /** At most `filter.limit` hits in order. Only after `prepare`, in the same turn of the event loop. */
  readonly find: <R extends Resource>(
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    filter: ListFilter<R>,
  ) => ListHit<R>[];
  /** Hands over a summary that was just sealed, which spares the index from opening it; it takes it in soon after. */
  readonly cacheSummary: (
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    versionId: VersionId,
    summary: StoredSummaryOf[Resource],
  ) => void;
  /**
   * The summary of a version, where it is at hand without opening anything: just sealed, or in the group's open
   * index. The caller has authenticated the row that names the version as its head.
   */
  readonly cachedSummary: (
    securityGroupId: SecurityGroupId,
    documentId: DocumentId,
    headVersionId: VersionId,
  ) => StoredSummaryOf[Resource] | undefined;
  /** Takes a purged document out and writes the sealed image anew, so that nothing of it stays on the disk. */
  readonly forget: (securityGroupId: SecurityGroupId, ...documentIds: readonly DocumentId[]) => Promise<void>;
}
