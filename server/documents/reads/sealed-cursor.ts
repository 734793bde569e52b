/**
 * List cursors: where the next page begins, sealed under the caller's own key. Sealed and not only
 * authenticated, because a place in a list sorted by title holds a name, and cursors travel in URLs.
 * Source: choices, "Documents" (a tampered cursor → 422).
 */

import { VaultError } from '#contract/vault-error.ts';
import { decodeBase64Url, encodeBase64Url, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { searchContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { Actor } from '#server/access/actor.ts';

const PAD_BYTES = 64;

/** Bound to the caller and to `scope`: the list with its filters and order, all but the page. */
function cursorKey(actor: Actor, scope: string): Uint8Array {
  return hmac(actor.macKey, Buffer.from(`srv.v1/document-cursor\0${scope}`));
}

function cursorContext({ workspace_id }: Actor) {
  return searchContext({ workspace_id, security_group_id: '', generation: 0 });
}

export function sealCursor(actor: Actor, scope: string, place: unknown): string {
  const plaintext = utf8(JSON.stringify(place));
  return encodeBase64Url(sealPacked(cursorKey(actor, scope), plaintext, cursorContext(actor), PAD_BYTES));
}

/**
 * @returns what `sealCursor` was given, which only this program can have made.
 * @throws invalid_request on a cursor this caller did not get from this very list.
 */
export function openCursor<Place>(actor: Actor, scope: string, cursor: string): Place {
  try {
    const packed = decodeBase64Url(cursor);
    return JSON.parse(fromUtf8(openPacked(cursorKey(actor, scope), packed, cursorContext(actor))));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new VaultError('invalid_request', 'cursor: use the next_cursor of the page before, unchanged.');
  }
}
