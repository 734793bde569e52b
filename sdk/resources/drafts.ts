/** API of a document's draft, and of discarded drafts, which are kept for a limited time. */

import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { DraftBody } from '#contract/documents/requests.ts';
import { type DocumentRoutes, documentParams, draftParams } from '#contract/documents/routes.ts';
import type { DiscardedDraft, Draft, DraftState, OpenDiscardedDraft } from '#contract/documents/views.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { PageQuery } from '#contract/paged-list.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import { requireBody } from '#sdk/http/require-body.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface DraftsApi<R extends Resource> {
  readonly draft: {
    readonly get: (id: string, options?: CallOptions) => VaultPromise<Draft<R>>;
    readonly put: (
      id: string,
      body: Unbranded<DraftBody<R>>,
      options?: CallOptions,
    ) => VaultPromise<DraftState>;
    readonly discard: (id: string, options?: CallOptions) => VaultPromise<DiscardedDraft>;
  };
  /** Lists discarded drafts, newest first. */
  readonly drafts: (id: string, query?: PageQuery, options?: CallOptions) => PageList<DiscardedDraft>;
  readonly discardedDraft: (
    id: string,
    draftRev: string,
    options?: CallOptions,
  ) => VaultPromise<OpenDiscardedDraft<R>>;
}

export function createDraftsApi<R extends Resource>(
  exchange: HttpExchange,
  from: {
    readonly resource: R;
    readonly routes: DocumentRoutes<R>;
    readonly prepareRecord: (record: RecordInputOf[R]) => RecordInputOf[R];
  },
): DraftsApi<R> {
  const { resource, routes, prepareRecord } = from;
  const on = (id: string, options?: CallOptions) => ({ params: documentParams(resource, id), options });
  return {
    draft: {
      get: (id, options) => exchange.call(routes.getDraft, on(id, options)),
      put: (id, body, options) =>
        exchange.call(routes.putDraft, {
          ...on(id, options),
          body: { ...requireBody(`${resource}.draft.put`, body), record: prepareRecord(body.record) },
          // Not repeatable with an expected revision, because the second request would conflict with the first.
          repeatable: (body.expected_draft_rev ?? null) === null,
        }),
      discard: (id, options) => exchange.call(routes.deleteDraft, { ...on(id, options), repeatable: false }),
    },
    drafts: (id, query, options) =>
      new PageList((at) => exchange.call(routes.listDrafts, { ...on(id, options), query, at })),
    discardedDraft: (id, draftRev, options) =>
      exchange.call(routes.getDiscardedDraft, {
        params: draftParams(resource, id, draftRev),
        options,
      }),
  };
}
