import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { decodePublicKeys } from '#crypto/membership/membership.ts';
import { fingerprint } from '#crypto/principals/principal-keys.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';

/**
 * Fingerprint of the founder's public keys, lower-case hex, from the first membership record; null when unreadable. Not
 * verified: a new client compares it with its invitation.
 */
export function readFounderKey({ stores }: AccessCore): string | null {
  const row = stores.membership.findRecord(1);
  if (row === undefined) return null;
  try {
    const { public_keys } = parseRecord(row).record;
    return public_keys === null ? null : encodeHex(fingerprint(decodePublicKeys(public_keys)));
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
