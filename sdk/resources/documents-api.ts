/** Patients, exams and templates as a script sees them: one set of functions for all three. Lists are lazy. */

import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { CreateBody, GetQuery, ListQueryOf, UpdateBody } from '#contract/documents/requests.ts';
import type { DocumentListItem, DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { PageQuery } from '#contract/page.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { PageList } from '#sdk/http/lists/page-list.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import type { DraftsApi } from './drafts.ts';

/** Like the contract's, but the version the caller read has to be named; null says «overwrite whatever is there». */
export type UpdateInput<R extends Resource> = Unbranded<UpdateBody<R>> & {
  readonly expected_latest_version_id: string | null;
};

/** The next record, or undefined to leave the document as it is. */
export type EditFunction<R extends Resource> = (
  record: DocumentView<R>['record'],
  view: DocumentView<R>,
) => RecordInputOf[R] | undefined | Promise<RecordInputOf[R] | undefined>;

export interface EditOptions extends CallOptions {
  /** How often at most the document is read and written; 5 unless given. */
  readonly maxAttempts?: number;
}

export interface DocumentsApi<R extends Resource> extends DraftsApi<R> {
  readonly list: (query?: Unbranded<ListQueryOf[R]>, options?: CallOptions) => PageList<DocumentListItem<R>>;
  /**
   * Everything that changed at `since` or later, whatever its state, the oldest change first; all of it where `since`
   * is undefined. Go on from the last row's `index.updated_at`: rows of that instant come once more.
   */
  readonly changes: (since: string | undefined, options?: CallOptions) => PageList<DocumentListItem<R>>;
  readonly create: (body: Unbranded<CreateBody<R>>, options?: CallOptions) => VaultPromise<DocumentView<R>>;
  readonly get: (
    id: string,
    query?: Unbranded<GetQuery>,
    options?: CallOptions,
  ) => VaultPromise<DocumentView<R>>;
  readonly update: (id: string, body: UpdateInput<R>, options?: CallOptions) => VaultPromise<DocumentView<R>>;
  /** Reads, applies `edit`, writes on condition that nobody wrote since; on a conflict all of it again. */
  readonly edit: (id: string, edit: EditFunction<R>, options?: EditOptions) => Promise<DocumentView<R>>;
  /** Into the trash. */
  readonly delete: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  /** For good, from the trash. */
  readonly purge: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  readonly archive: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  readonly unarchive: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  readonly restore: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  readonly copy: (
    id: string,
    securityGroupId: string,
    options?: CallOptions,
  ) => VaultPromise<DocumentView<R>>;
  readonly versions: (id: string, query?: PageQuery, options?: CallOptions) => PageList<DocumentVersion>;
}
