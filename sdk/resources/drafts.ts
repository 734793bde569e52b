/** The one draft of a document, and the discarded ones that are kept for a while. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { DraftBody } from '#contract/documents/requests.ts';
import type { documentRoutes } from '#contract/documents/routes.ts';
import type { DiscardedDraft, Draft, DraftState } from '#contract/documents/views.ts';
import type { PageQuery } from '#contract/page.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Call, type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { PageList } from '../exchange/page-list.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';

export interface DraftsApi<R extends Resource> {
  readonly draft: {
    readonly get: (id: string, options?: CallOptions) => VaultPromise<Draft<R>>;
    readonly put: (id: string, body: DraftBody<R>, options?: CallOptions) => VaultPromise<DraftState>;
    readonly discard: (id: string, options?: CallOptions) => VaultPromise<DiscardedDraft>;
  };
  /** The discarded ones, newest first. */
  readonly drafts: (id: string, query?: PageQuery, options?: CallOptions) => PageList<DiscardedDraft>;
  readonly discardedDraft: (
    id: string,
    draftRev: string,
    options?: CallOptions,
  ) => VaultPromise<Draft<R> & DiscardedDraft>;
}

export function createDraftsApi<R extends Resource>(
  exchange: Exchange,
  from: {
    readonly routes: ReturnType<typeof documentRoutes>;
    readonly on: (route: RouteDefinition, id: string, options?: CallOptions) => Call;
    readonly prepareRecord: (record: RecordInputOf[R]) => RecordInputOf[R];
  },
): DraftsApi<R> {
  const { routes, on, prepareRecord } = from;
  return {
    draft: {
      get: (id, options) => exchange.json(on(routes.getDraft, id, options)),
      put: (id, body, options) =>
        exchange.json({
          ...on(routes.putDraft, id, options),
          body: jsonBody({ ...body, record: prepareRecord(body.record) }),
          // With an expected revision, the second sending would meet the first as a conflict.
          repeatable: (body.expected_draft_rev ?? null) === null,
        }),
      discard: (id, options) => exchange.json({ ...on(routes.deleteDraft, id, options), repeatable: false }),
    },
    drafts: (id, query, options) =>
      new PageList((cursor) =>
        exchange.json({
          ...on(routes.listDrafts, id, options),
          query: cursor === undefined ? query : { ...query, cursor },
        }),
      ),
    discardedDraft: (id, draftRev, options) => {
      const call = on(routes.getDiscardedDraft, id, options);
      return exchange.json({ ...call, params: { ...call.params, draft_rev: draftRev } });
    },
  };
}
