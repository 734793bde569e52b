/**
 * What documents ask of the search index: `server/search` implements it, `services.ts` brings them together.
 * Rows come from the database in the end: the index only says which, in which order, with which summary.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { ListSort, ListState } from '#contract/documents/requests.ts';
import type {
  ExamSummary,
  PatientSummary,
  SummaryOf,
  TemplateSummary,
} from '#contract/documents/summaries.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

/** Summaries as sealed in `encrypted_index`: an exam's without its patient's name, which is joined when read. */
export interface StoredSummaryOf {
  patients: PatientSummary;
  exams: Omit<ExamSummary, 'patient_name'>;
  templates: TemplateSummary;
}

/** Sort key of what has no exam date: before every date. */
export const NO_EXAM_DATE = -8_640_000_000_000_001;

/** A place in a sorted list: the sort key (text or milliseconds) and, between equals, the document id. */
export interface ListPlace {
  readonly key: string | number;
  readonly document_id: string;
}

export interface ListFilter<R extends Resource = Resource> {
  readonly resource: R;
  readonly state: ListState;
  readonly q: string;
  readonly tag?: string;
  readonly specialist_id?: string;
  readonly has_draft?: boolean;
  readonly patient_id?: string;
  readonly modality?: string;
  readonly report_status?: string;
  /** Milliseconds since the epoch, both inclusive. */
  readonly exam_date_from?: number;
  readonly exam_date_to?: number;
  /** Only these, when given. */
  readonly document_ids?: readonly string[];
  readonly sort: ListSort;
  readonly descending: boolean;
  readonly after: ListPlace | null;
  readonly limit: number;
}

export interface ListHit<R extends Resource = Resource> extends ListPlace {
  /** Null where the sealed summary did not open, or there is no key to open it with. */
  readonly summary: SummaryOf[R] | null;
}

export interface SearchPort {
  /** Opens or builds the group's index and brings it up to date. Cheap when it is. */
  readonly prepare: (keyRing: KeyRing, securityGroupId: string) => Promise<void>;
  /** At most `filter.limit` hits in order. Only after `prepare`, in the same turn of the event loop. */
  readonly find: <R extends Resource>(
    keyRing: KeyRing,
    securityGroupId: string,
    filter: ListFilter<R>,
  ) => ListHit<R>[];
  /** Hands over a summary that was just sealed, which spares the index from opening it. */
  readonly remember: (securityGroupId: string, versionId: string, summary: StoredSummaryOf[Resource]) => void;
  /** Takes a purged document out and writes the sealed image anew, so that nothing of it stays on the disk. */
  readonly forget: (securityGroupId: string, documentId: string) => Promise<void>;
}
