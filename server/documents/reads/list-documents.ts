/**
 * Lists and searches over one group or all groups of the caller: merges each group's ordered hits, then reads and
 * authenticates the rows of the page. Groups without a usable key give rows without summaries, from plaintext columns
 * alone. So do groups whose index is under construction, where those columns suffice; their page's summaries are
 * opened.
 * Source: choices, "Documents" (`GET /v1/{resource}`), "Vocabulary".
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { ListQuery } from '#contract/documents/requests.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import type { DocumentListItem } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { Page } from '#contract/paged-list.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { summaryFor, wireSummary } from '#records/summaries.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { findTextMatches } from '#server/documents/text-search/find-text-matches.ts';
import { sourceTag } from '#server/documents/writes/create-document.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { ListFilter, ListHit, ListPlace } from '#server/storage/search/search-port.ts';
import type { TextTerm } from '#server/storage/search/text-columns.ts';
import { patientNameOf, toDamagedIndex, toIndex } from './document-view.ts';
import { listByPlaintextColumns, usesOnlyPlaintextColumns } from './list-by-plaintext-columns.ts';
import { listScope, toListFilter } from './list-filter.ts';

/** How long a list waits for an index: longer than opening a stored one, shorter than building one. */
const INDEX_PATIENCE_MS = 300;
/** Below the clients' timeouts: one minute in the SDK, five in the desktop. */
const SEARCH_PATIENCE_MS = 45_000;
const ASK_AGAIN_SECONDS = 10;

/**
 * A row changed outside the vault is listed in its place, marked as damaged, and hides no other.
 * @throws permission_denied for a group the caller is no member of; invalid_request on a changed cursor; index_pending
 * where the search index is not built within `searchPatienceMs`: building continues.
 */
export async function listDocuments<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  query: ListQuery,
  searchPatienceMs?: number,
): Promise<Page<DocumentListItem<R>>> {
  if (query.security_group_id !== undefined) requireRoleInGroup(actor, query.security_group_id, 'viewer');
  if (query.source_id?.isWellFormed() === false) {
    throw new VaultError('invalid_request', 'source_id must be well-formed text.');
  }
  const scope = listScope(resource, query);
  const after = query.cursor === undefined ? null : openCursor<ListPlace>(actor, scope, query.cursor);
  const filter = toListFilter(resource, query, after, actor.principal_id);
  const groups = query.security_group_id === undefined ? actor.groupIds() : [query.security_group_id];
  const oneMore = { ...filter, limit: filter.limit + 1 };
  const asked = groups.map((group) => ({
    group,
    filter: ofSource(core, actor, group, oneMore, query.source_id),
  }));
  const unindexed = new Map<SecurityGroupId, ListHit<R>[]>();
  for (const { group, filter } of asked) {
    if (await isIndexed(core, actor, group, filter, searchPatienceMs)) continue;
    unindexed.set(group, await listByPlaintextColumns(core.documents, group, filter));
  }
  // Several searches may have waited for the same index; they still run one after another.
  if (filter.q !== '' || filter.text !== undefined || filter.sort === 'title')
    await core.turns.giveWay(actor.principal_id);
  if (actor.signal.aborted)
    throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
  // No await from here on: the indexes must not change before they are read.
  const hits = asked.flatMap(
    ({ group, filter }) => unindexed.get(group) ?? core.search.find(actor.keyRing, group, filter),
  );
  if (groups.length > 1) hits.sort((a, b) => comparePlaces(a, b) * (filter.descending ? -1 : 1));
  const page = hits.slice(0, filter.limit);
  const last = page.at(-1);
  const rows = core.rows.findMany(page.map((hit) => hit.document_id));
  const items = page.flatMap((hit) =>
    toItem(core, actor, resource, hit, rows.get(hit.document_id), filter.text?.terms),
  );
  const hasMore = last !== undefined && hits.length > filter.limit;
  const place: ListPlace | null = last ? { key: last.key, document_id: last.document_id } : null;
  return { items, next_cursor: hasMore ? sealCursor(actor, scope, place) : null };
}

/** Lists documents like `listDocuments`, without partial responses. */
export function listDocumentsForHttp<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  query: ListQuery,
): Promise<Page<DocumentListItem<R>>> {
  return listDocuments(core, actor, resource, query, core.searchPatienceMs ?? SEARCH_PATIENCE_MS);
}

/**
 * True when the search index is ready. Waits for it only where the query needs sealed fields; other lists use plaintext
 * columns.
 */
async function isIndexed(
  core: DocumentsCore,
  { keyRing }: Actor,
  group: SecurityGroupId,
  filter: ListFilter,
  searchPatienceMs: number | undefined,
): Promise<boolean> {
  if (!keyRing.hasGroupKey(group)) return false;
  const prepared = core.search.prepare(keyRing, group, filter);
  if (usesOnlyPlaintextColumns(filter))
    return isDoneWithin(prepared, core.indexPatienceMs ?? INDEX_PATIENCE_MS);
  if (searchPatienceMs === undefined) await prepared;
  else if (!(await isDoneWithin(prepared, searchPatienceMs))) throw indexPending();
  return true;
}

function indexPending(): VaultError {
  return new VaultError(
    'index_pending',
    'The search index of this group is not ready yet. Try again in a moment.',
    { headers: { 'retry-after': String(ASK_AGAIN_SECONDS) } },
  );
}

/** Waits for `work`; false after `ms`. @throws the error of `work`, if it fails within `ms`. */
function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  work.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  return promise;
}

/** Replaces an import source's id by its tag in each group; without the group's key nothing matches. */
function ofSource<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  group: SecurityGroupId,
  filter: ListFilter<R>,
  sourceId: string | undefined,
): ListFilter<R> {
  if (sourceId === undefined) return filter;
  if (!actor.keyRing.hasGroupKey(group)) return { ...filter, document_ids: [] };
  return { ...filter, document_ids: idsOfSource(core, actor, group, filter.resource, sourceId) };
}

/** Looks up both generations, because during a rotation some tags are under the previous one. */
function idsOfSource(
  core: DocumentsCore,
  actor: Actor,
  group: SecurityGroupId,
  resource: Resource,
  sourceId: string,
): DocumentId[] {
  const { generation } = actor.keyRing.currentGroupKey(group);
  return [generation, generation - 1]
    .filter((tried) => actor.keyRing.holdsGeneration(group, tried))
    .flatMap((tried) =>
      core.documents.listBySource(sourceTag(actor, group, tried, sourceId), group, resource),
    );
}

function comparePlaces(a: ListPlace, b: ListPlace): number {
  if (a.key === b.key) return a.document_id < b.document_id ? -1 : 1;
  // Compares as SQLite does, by UTF-8 bytes, because pages continue in its order.
  if (typeof a.key === 'string' || typeof b.key === 'string') {
    return Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)));
  }
  return a.key - b.key;
}

function toItem<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  hit: ListHit<R>,
  row: DocumentRow | undefined,
  terms: readonly TextTerm[] | undefined,
): DocumentListItem<R>[] {
  if (row === undefined) return [];
  try {
    const summary = summaryOf(core, actor, resource, row, hit);
    const text = terms && findTextMatches(core, actor, row, terms);
    // The report was changed since it was indexed.
    if (text?.matches.length === 0) return [];
    return [{ index: toIndex(core, row), ...shownVersions(row), summary, ...text }];
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', row.document_id);
    return [{ index: toDamagedIndex(core, row), ...shownVersions(row), summary: null, damaged: true }];
  }
}

function shownVersions(row: DocumentRow) {
  return {
    version_id: row.head_version_id,
    draft_rev: row.draft_rev === null ? null : String(row.draft_rev),
  };
}

/** Opens the summary of a hit. @throws CryptoError when row or summary fail verification. */
function summaryOf<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  hit: ListHit<R>,
): SummaryOf[R] | null {
  if (!actor.keyRing.hasGroupKey(row.security_group_id)) {
    // The index has only rows of groups with a key, so this row's group was edited outside the vault.
    if (hit.made_from !== null) throw new CryptoError();
    return null;
  }
  verifyRow(actor.keyRing, row);
  if (hit.summary !== null && isMadeFrom(hit, row)) return summaryFor(hit.summary, row.patient_id);
  // The index has another state of the row, so open the row's own summary.
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  const { summary } = openIndex(resource, dek, core.workspaceId(), row);
  return summaryFor(wireSummary<R>(summary, patientNameOf(core, actor, row)), row.patient_id);
}

/** Compares row revisions; otherwise an old index snapshot would show an old summary beside a new version. */
function isMadeFrom({ made_from }: ListHit, row: DocumentRow): boolean {
  return made_from?.row_rev === row.row_rev && made_from.head_version_id === row.head_version_id;
}
