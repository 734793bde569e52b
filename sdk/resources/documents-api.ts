/** API of patients, exams and templates: one set of functions for all three. Lists are lazy. */

import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { CreateBody, GetQuery, ListQueryOf, UpdateBody } from '#contract/documents/requests.ts';
import type { DocumentListItem, DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { PageQuery } from '#contract/paged-list.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { PageList } from '#sdk/http/lists/page-list.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import type { DraftsApi } from './drafts.ts';

/** Update body of the contract, with a required expected version; null overwrites any version. */
export type UpdateInput<R extends Resource> = Unbranded<UpdateBody<R>> & {
  readonly expected_latest_version_id: string | null;
};

/** Returns the next record, or undefined to leave the document unchanged. */
export type EditFunction<R extends Resource> = (
  record: DocumentView<R>['record'],
  view: DocumentView<R>,
) => RecordInputOf[R] | undefined | Promise<RecordInputOf[R] | undefined>;

export interface EditOptions extends CallOptions {
  /** Largest number of attempts; 5 by default. */
  readonly maxAttempts?: number;
}

export interface DocumentsApi<R extends Resource> extends DraftsApi<R> {
  readonly list: (query?: Unbranded<ListQueryOf[R]>, options?: CallOptions) => PageList<DocumentListItem<R>>;
  /**
   * Lists everything changed since `since`, in any state, oldest first; everything if undefined. Continue from the
   * last row's `index.updated_at`: rows of that instant are repeated.
   */
  readonly changes: (since: string | undefined, options?: CallOptions) => PageList<DocumentListItem<R>>;
  readonly create: (body: Unbranded<CreateBody<R>>, options?: CallOptions) => VaultPromise<DocumentView<R>>;
  readonly get: (
    id: string,
    query?: Unbranded<GetQuery>,
    options?: CallOptions,
  ) => VaultPromise<DocumentView<R>>;
  readonly update: (id: string, body: UpdateInput<R>, options?: CallOptions) => VaultPromise<DocumentView<R>>;
  /** Reads, applies `edit`, and writes if no other version was sealed meanwhile; repeats after a conflict. */
  readonly edit: (id: string, edit: EditFunction<R>, options?: EditOptions) => Promise<DocumentView<R>>;
  /** Moves the document to the trash. */
  readonly delete: (id: string, options?: CallOptions) => VaultPromise<DocumentIndex>;
  /** Deletes permanently, from the trash. */
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
