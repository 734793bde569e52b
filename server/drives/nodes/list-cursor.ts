/**
 * Cursor of a drive's list: the last item's place in the order, authenticated under the actor's own MAC
 * key together with the query it belongs to. Another principal's, another query's or a changed cursor
 * is refused.
 */
import { VaultError } from '#contract/vault-error.ts';
import { concatBytes, decodeBase64Url, encodeBase64Url, equalBytes, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';

/** Where an item stands in the order: folders first, then the name, then the id. */
export interface NodePlace {
  readonly isFolder: boolean;
  readonly name: string;
  readonly node_id: string;
}

const MAC_BYTES = 32;
const LABEL = 'srv.v1/cursor/drive';

function macOf(macKey: Uint8Array, query: string, place: Uint8Array): Uint8Array {
  return hmac(macKey, concatBytes(hmac(macKey, utf8(`${LABEL}\0${query}`)), place));
}

/** `query` is any text that tells this list from every other. */
export function encodeCursor(macKey: Uint8Array, query: string, place: NodePlace): string {
  const bytes = utf8(JSON.stringify([place.isFolder, place.name, place.node_id]));
  return encodeBase64Url(concatBytes(macOf(macKey, query, bytes), bytes));
}

/** @throws invalid_request unless it was made for this principal and query and is unchanged. */
export function decodeCursor(macKey: Uint8Array, query: string, cursor: string): NodePlace {
  try {
    const bytes = decodeBase64Url(cursor);
    const place = bytes.subarray(MAC_BYTES);
    if (equalBytes(bytes.subarray(0, MAC_BYTES), macOf(macKey, query, place))) {
      const [isFolder, name, node_id]: [boolean, string, string] = JSON.parse(fromUtf8(place));
      return { isFolder, name, node_id };
    }
  } catch {
    // Not base64url: refused below like any other change.
  }
  throw new VaultError('invalid_request', 'The cursor does not belong to this list.');
}
