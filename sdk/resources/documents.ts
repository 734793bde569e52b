/**
 * Patients, exams and templates as a script sees them: one set of functions for all three, typed by the
 * contract. Lists are lazy; writes of a POST carry an idempotency key of their own.
 */
import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { CreateBody, GetQuery, ListQuery, UpdateBody } from '#contract/documents/requests.ts';
import { documentRoutes, idParameter } from '#contract/documents/routes.ts';
import type { DocumentListItem, DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import type { PageQuery } from '#contract/page.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Call, type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { PageList } from '../exchange/page-list.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';
import { createDraftsApi, type DraftsApi } from './drafts.ts';
import { type EditOptions, editDocument } from './edit.ts';

/** Like the contract's, but the version the caller read has to be named; null says «overwrite whatever is there». */
export type UpdateInput<R extends Resource> = UpdateBody<R> & {
  readonly expected_latest_version_id: string | null;
};

type ExamOnly = 'patient_id' | 'modality' | 'exam_date_from' | 'exam_date_to' | 'report_status';
export type ListQueryOf<R extends Resource> = R extends 'exams' ? ListQuery : Omit<ListQuery, ExamOnly>;

/** The next record, or undefined to leave the document as it is. */
export type EditFunction<R extends Resource> = (
  record: DocumentView<R>['record'],
  view: DocumentView<R>,
) => RecordInputOf[R] | undefined | Promise<RecordInputOf[R] | undefined>;

export interface DocumentsApi<R extends Resource> extends DraftsApi<R> {
  readonly list: (query?: ListQueryOf<R>, options?: CallOptions) => PageList<DocumentListItem<R>>;
  readonly create: (body: CreateBody<R>, options?: CallOptions) => VaultPromise<DocumentView<R>>;
  readonly get: (id: string, query?: GetQuery, options?: CallOptions) => VaultPromise<DocumentView<R>>;
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

export function createDocumentsApi<R extends Resource>(
  resource: R,
  exchange: Exchange,
  prepareRecord: (record: RecordInputOf[R]) => RecordInputOf[R],
): DocumentsApi<R> {
  const routes = documentRoutes(resource);
  const parameter = idParameter(resource);
  const on = (route: RouteDefinition, id: string, options?: CallOptions): Call => ({
    route,
    params: { [parameter]: id },
    options,
  });
  const act = (route: RouteDefinition) => (id: string, options?: CallOptions) =>
    exchange.json<DocumentIndex>(on(route, id, options));

  const get: DocumentsApi<R>['get'] = (id, query, options) =>
    exchange.json({ ...on(routes.get, id, options), query });
  const update: DocumentsApi<R>['update'] = (id, body, options) =>
    exchange.json({
      ...on(routes.update, id, options),
      body: jsonBody({ ...body, record: prepareRecord(body.record) }),
      // Sent twice, a conditional write would meet its own first sealing as a conflict.
      repeatable: body.expected_latest_version_id === null,
    });

  return {
    ...createDraftsApi(exchange, { routes, on, prepareRecord }),
    list: (query, options) =>
      new PageList((cursor) =>
        exchange.json({
          route: routes.list,
          query: cursor === undefined ? query : { ...query, cursor },
          options,
        }),
      ),
    create: (body, options) =>
      exchange.json({
        route: routes.create,
        body: jsonBody({ ...body, record: prepareRecord(body.record) }),
        options,
      }),
    get,
    update,
    edit: (id, edit, options) => editDocument({ get, update }, id, edit, options),
    delete: act(routes.delete),
    purge: (id, options) =>
      exchange.json({ ...on(routes.delete, id, options), query: { purge: true }, repeatable: false }),
    archive: act(routes.archive),
    unarchive: act(routes.unarchive),
    restore: act(routes.restore),
    copy: (id, securityGroupId, options) =>
      exchange.json({
        ...on(routes.copy, id, options),
        body: jsonBody({ security_group_id: securityGroupId }),
      }),
    versions: (id, query, options) =>
      new PageList((cursor) =>
        exchange.json({
          ...on(routes.listVersions, id, options),
          query: cursor === undefined ? query : { ...query, cursor },
        }),
      ),
  };
}
