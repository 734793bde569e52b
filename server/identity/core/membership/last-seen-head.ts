/**
 * Stores the newest membership record each principal has seen, under its own key. Signatures alone cannot show that the
 * newest records were cut off; the next unlock of a principal that had seen them does. The rollback anchor detects a
 * whole database that was set back.
 */
import { utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import type { PrincipalKey } from '#crypto/keys/key-types.ts';
import { rowMac, verifyRowMac } from '#crypto/keys/row-mac.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import type { PrincipalStore, SeenHeadRow } from '#server/storage/access/principal-store.ts';
import type { HashAt } from './membership-ledger.ts';

/** The head before a principal's first unlock. */
const NOTHING: MembershipState['head'] = { seq: 0, hash: '' };

function macKeyOf(principalKey: PrincipalKey): Uint8Array {
  return hmac(principalKey, utf8('srv.v1/mac/seen-head'));
}

function fieldsOf({ principal_id, seq, hash }: Omit<SeenHeadRow, 'mac'>) {
  return [
    ['principal_id', principal_id],
    ['seq', seq],
    ['hash', hash],
  ] as const;
}

export function storeLastSeenHead(
  store: PrincipalStore,
  { principal_id, principalKey }: Pick<PrincipalSecrets, 'principal_id' | 'principalKey'>,
  { seq, hash }: MembershipState['head'] = NOTHING,
): void {
  const mac = rowMac(macKeyOf(principalKey), fieldsOf({ principal_id, seq, hash }));
  store.updateSeenHead({ principal_id, seq, hash, mac });
}

/** Refuses a list that is shorter than, or different from, the one this principal has seen. @throws CryptoError */
export function assertNotTruncated(
  store: PrincipalStore,
  { principal_id, principalKey }: PrincipalSecrets,
  hashAt: HashAt,
): void {
  const seen = store.findSeenHead(principal_id);
  if (seen === undefined) throw new CryptoError();
  verifyRowMac(macKeyOf(principalKey), fieldsOf({ ...seen, principal_id }), seen.mac);
  if (seen.seq > 0 && hashAt(seen.seq) !== seen.hash) throw new CryptoError();
}
