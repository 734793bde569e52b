/**
 * Pages over a list that is in memory whole and ordered by id. The cursor is the last id shown, with a MAC
 * under the caller's own key, so nobody can make or change one.
 * Source: choices, "Documents" (a tampered cursor → 422).
 */
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { VaultError } from '#contract/vault-error.ts';
import { concatBytes, decodeBase64Url, encodeBase64Url, equalBytes, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';

const MAC_BYTES = 16;

/**
 * `items` ascending by `idOf`; `scope` names the list, so that a cursor of one does not fit another.
 * @throws invalid_request on a cursor this caller did not get from this list.
 */
export function pageOfList<Item>(
  items: readonly Item[],
  query: PageQuery,
  idOf: (item: Item) => string,
  { macKey, scope }: { readonly macKey: Uint8Array; readonly scope: string },
): Page<Item> {
  const after = query.cursor === undefined ? '' : openCursor(query.cursor, macKey, scope);
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
  const rest = items.filter((item) => idOf(item) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && rest.length > page.length;
  return { items: page, next_cursor: hasMore ? sealCursor(idOf(last), macKey, scope) : null };
}

function macOf(id: string, macKey: Uint8Array, scope: string): Uint8Array {
  return hmac(macKey, utf8(`srv.v1/cursor\0${scope}\0${id}`)).subarray(0, MAC_BYTES);
}

function sealCursor(id: string, macKey: Uint8Array, scope: string): string {
  return encodeBase64Url(concatBytes(macOf(id, macKey, scope), utf8(id)));
}

function openCursor(cursor: string, macKey: Uint8Array, scope: string): string {
  try {
    const bytes = decodeBase64Url(cursor);
    const id = fromUtf8(bytes.subarray(MAC_BYTES));
    if (equalBytes(macOf(id, macKey, scope), bytes.subarray(0, MAC_BYTES))) return id;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
  }
  throw new VaultError('invalid_request', 'cursor: use the next_cursor of the page before, unchanged.');
}
