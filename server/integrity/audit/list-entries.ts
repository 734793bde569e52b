/** Lists pages of the audit log for an administrator: newest first by default, opened, filtered, with names. */
import type { AuditEntry, AuditQuery } from '#contract/audit/audit-entry.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { instantOf } from '#contract/instant.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page } from '#contract/paged-list.ts';
import { AUDIT_GENESIS } from '#crypto/audit/entry-hash.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { AuditRow, AuditStore, TimedPlace } from '#server/storage/audit/audit-store.ts';
import type { AuditContent } from './audit-content.ts';
import type { EntryOpener } from './entry-opener.ts';

/** Entries opened per page at most, some 60 ms, so that a rare filter does not block other requests. */
const OPENED_PER_PAGE = 1_000;
const ROWS_AT_ONCE = 200;
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** Title of a record, for callers who may open it. */
export type TitleOf = (
  actor: Actor,
  object: { readonly type: AuditEntry['object_type']; readonly id: string },
) => { readonly title: string | null; readonly security_group_id: SecurityGroupId | null } | undefined;

export interface ListParts {
  readonly store: AuditStore;
  readonly opener: EntryOpener;
  readonly titleOf: TitleOf;
  readonly displayNameOf: (principalId: PrincipalId) => string;
}

/**
 * A page may have fewer than `limit` entries, or none, and still have a next one. Between two times the entries come in
 * the order of their times, otherwise in the order of their numbers; the two differ only where a clock was set back.
 * @throws invalid_request
 */
export function listEntries(parts: ListParts, actor: Actor, query: AuditQuery): Page<AuditEntry> {
  return pageOfEntries(parts, actor, 'audit', query, (row, prevHash, content) =>
    matches(content, query) ? toEntry(parts, actor, row, prevHash, content, query.titles) : undefined,
  );
}

/** One page of what `toItem` makes of the entries; entries without an item are skipped. `scope` names the list. */
export function pageOfEntries<Item>(
  parts: Pick<ListParts, 'store' | 'opener'>,
  actor: Actor,
  scopeName: string,
  query: Pick<AuditQuery, 'limit' | 'cursor' | 'order' | 'since' | 'until'>,
  toItem: (row: AuditRow, prevHash: Uint8Array, content: AuditContent | undefined) => Item | undefined,
): Page<Item> {
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filter } = query;
  const scope = `${scopeName} ${JSON.stringify(filter, Object.keys(filter).sort())}`;
  const isOldestFirst = query.order === 'oldest';
  const walk = walkOf(parts.store, query);
  let from = cursor === undefined ? walk.start : openCursor<TimedPlace>(actor, scope, cursor);
  const next = () => sealCursor(actor, scope, from);
  const items: Item[] = [];
  for (let seen = 0; seen < OPENED_PER_PAGE; ) {
    // One row more, which says whether anything follows.
    const read = walk.list(from, ROWS_AT_ONCE + 1);
    for (const [index, row] of read.slice(0, ROWS_AT_ONCE).entries()) {
      const before = read[isOldestFirst ? index - 1 : index + 1];
      const prevHash =
        before?.seq === row.seq - 1 ? before.hash : (parts.store.at(row.seq - 1)?.hash ?? AUDIT_GENESIS);
      const content = open(parts.opener, row, prevHash);
      from = { at: row.at, seq: row.seq };
      seen += 1;
      const item = toItem(row, prevHash, content);
      if (item !== undefined) items.push(item);
      if (items.length >= limit) return { items, next_cursor: index === read.length - 1 ? null : next() };
    }
    if (read.length <= ROWS_AT_ONCE) return { items, next_cursor: null };
  }
  return { items, next_cursor: next() };
}

interface LogWalk {
  readonly start: TimedPlace;
  readonly list: (from: TimedPlace, limit: number) => readonly AuditRow[];
}

/** @throws invalid_request when a time is none */
function walkOf(
  store: AuditStore,
  { order, since, until }: Pick<AuditQuery, 'order' | 'since' | 'until'>,
): LogWalk {
  const isOldestFirst = order === 'oldest';
  const first = since === undefined ? '' : instantOf('since', since);
  const end = until === undefined ? END_OF_TIME : instantOf('until', until);
  const isInTime = since !== undefined || until !== undefined;
  if (isOldestFirst)
    return {
      start: { at: first, seq: 0 },
      list: (from, limit) =>
        isInTime ? store.listAfterInTime(from, end, limit) : store.listAfter(from.seq, limit),
    };
  if (isInTime)
    return {
      start: { at: end, seq: 0 },
      list: (from, limit) => store.listBeforeInTime(from, first, limit),
    };
  return {
    start: { at: end, seq: Number.MAX_SAFE_INTEGER },
    list: ({ seq }, limit) => store.listBefore(seq, limit),
  };
}

/** An entry that does not open is listed as unreadable; the verification explains it. */
function open(opener: EntryOpener, row: AuditRow, prevHash: Uint8Array): AuditContent | undefined {
  try {
    return opener.open(row, prevHash);
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

function matches(content: AuditContent | undefined, filter: AuditQuery): boolean {
  const { principal_id, kind, object_id, refused } = filter;
  if (content === undefined)
    return principal_id === undefined && kind === undefined && !refused && !object_id;
  return (
    (principal_id === undefined || content.by === principal_id) &&
    (kind === undefined || content.kind === kind) &&
    (object_id === undefined || content.object_id === object_id) &&
    (refused !== true || content.kind === 'refused')
  );
}

function toEntry(
  { titleOf, displayNameOf }: ListParts,
  actor: Actor,
  row: AuditRow,
  prevHash: Uint8Array,
  content: AuditContent | undefined,
  titles = true,
): AuditEntry {
  const type = content?.object_type ?? null;
  const id = content?.object_id ?? null;
  const named = id === null || !titles ? undefined : titleOf(actor, { type, id });
  const by = content?.by ?? null;
  return {
    seq: row.seq,
    at: row.at,
    kind: content?.kind ?? null,
    by: by === null ? null : { principal_id: by, display_name: displayNameOf(by) },
    session_id: content?.session_id ?? null,
    client_cn: content?.client_cn ?? null,
    object_type: type,
    object_id: id,
    security_group_id: content?.security_group_id ?? named?.security_group_id ?? null,
    title: named?.title ?? null,
    version_id: content?.version_id ?? null,
    code: content?.code ?? null,
    operation: content?.operation ?? null,
    detail: content?.detail ?? null,
    hash: encodeHex(row.hash),
    prev_hash: encodeHex(prevHash),
  };
}
