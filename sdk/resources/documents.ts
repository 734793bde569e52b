/**
 * Implements the functions of patients, exams and templates over the contract's routes. POST writes have an
 * idempotency key.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import { type DocumentRoutes, documentParams, documentRoutes } from '#contract/documents/routes.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { changesQuery } from '#sdk/http/lists/changes-query.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import { requireBody } from '#sdk/http/require-body.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import { warnOnce } from '#sdk/http/warn-once.ts';
import type { DocumentsApi } from './documents-api.ts';
import { createDraftsApi } from './drafts.ts';
import { editDocument } from './optimistic-update.ts';

export function createDocumentsApi<R extends Resource>(
  resource: R,
  exchange: HttpExchange,
  prepareRecord: (record: RecordInputOf[R]) => RecordInputOf[R],
): DocumentsApi<R> {
  const routes = documentRoutes(resource);
  const on = (id: string, options?: CallOptions) => ({ params: documentParams(resource, id), options });
  const act =
    (route: DocumentRoutes<R>['archive' | 'unarchive' | 'restore' | 'delete']) =>
    (id: string, options?: CallOptions) =>
      exchange.call(route, on(id, options));

  const get: DocumentsApi<R>['get'] = (id, query, options) =>
    exchange.call(routes.get, { ...on(id, options), query });
  const update: DocumentsApi<R>['update'] = (id, body, options) => {
    if (requireBody(`${resource}.update`, body).expected_latest_version_id === undefined)
      warnOnce(
        'update',
        `${resource}.update without expected_latest_version_id replaces the latest version, another person's newer version too. Give the version_id it was made from, or null to mean that.`,
      );
    return exchange.call(routes.update, {
      ...on(id, options),
      body: { ...body, record: prepareRecord(body.record) },
      // A conditional write is not repeatable, because the second would conflict with the first.
      repeatable: body.expected_latest_version_id === null,
    });
  };

  return {
    ...createDraftsApi(exchange, { resource, routes, prepareRecord }),
    list: (query, options) => new PageList((at) => exchange.call(routes.list, { query, at, options })),
    changes: (since, options) =>
      new PageList((at) => exchange.call(routes.list, { at: { ...changesQuery(since), ...at }, options })),
    create: (body, options) =>
      exchange.call(routes.create, {
        body: { ...requireBody(`${resource}.create`, body), record: prepareRecord(body.record) },
        options,
      }),
    get,
    update,
    edit: (id, edit, options) => editDocument({ get, update }, id, edit, options),
    delete: act(routes.delete),
    purge: (id, options) =>
      exchange.call(routes.delete, { ...on(id, options), query: { purge: true }, repeatable: false }),
    archive: act(routes.archive),
    unarchive: act(routes.unarchive),
    restore: act(routes.restore),
    copy: (id, securityGroupId, options) =>
      exchange.call(routes.copy, { ...on(id, options), body: { security_group_id: securityGroupId } }),
    versions: (id, query, options) =>
      new PageList((at) => exchange.call(routes.listVersions, { ...on(id, options), query, at })),
  };
}
