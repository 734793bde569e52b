/**
 * Seals list cursors (where the next page begins) under the caller's own key. They are encrypted, not only
 * authenticated, because a position in a sorted list contains a title or name, and cursors travel in URLs.
 * Source: choices, "Documents" (a tampered cursor → 422).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { decodeBase64Url, encodeBase64Url, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { searchContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

type CursorOwner = Pick<Actor, 'macKey' | 'workspace_id'>;

const PAD_BYTES = 64;

/** Key bound to the caller and to `scope`: the list with its filters and order, without the page. */
function cursorKey({ macKey }: CursorOwner, scope: string): Uint8Array {
  return hmac(macKey, utf8(`srv.v1/list-cursor\0${scope}`));
}

function cursorContext({ workspace_id }: CursorOwner) {
  return searchContext({ workspace_id, security_group_id: '', generation: 0 });
}

/** `scope` must distinguish this list from every other; `place` must be JSON. */
export function sealCursor(owner: CursorOwner, scope: string, place: unknown): string {
  const plaintext = utf8(JSON.stringify(place));
  return encodeBase64Url(sealPacked(cursorKey(owner, scope), plaintext, cursorContext(owner), PAD_BYTES));
}

/**
 * Opens a cursor.
 * @returns the place that `sealCursor` was given.
 * @throws invalid_request on a cursor made for another caller or another list.
 */
export function openCursor<Place>(owner: CursorOwner, scope: string, cursor: string): Place {
  try {
    const packed = decodeBase64Url(cursor);
    return JSON.parse(fromUtf8(openPacked(cursorKey(owner, scope), packed, cursorContext(owner))));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new VaultError('invalid_request', 'cursor: use the next_cursor of the page before, unchanged.');
  }
}

/**
 * Returns a page of a list that is completely in memory; its cursor is the last id shown.
 * @param items ascending by `idOf`.
 * @throws invalid_request as `openCursor`.
 */
export function pageOfList<Item>(
  owner: CursorOwner,
  scope: string,
  items: readonly Item[],
  query: PageQuery,
  idOf: (item: Item) => string,
): Page<Item> {
  const after = query.cursor === undefined ? '' : openCursor<string>(owner, scope, query.cursor);
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
  const rest = items.filter((item) => idOf(item) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && rest.length > page.length;
  return { items: page, next_cursor: hasMore ? sealCursor(owner, scope, idOf(last)) : null };
}
