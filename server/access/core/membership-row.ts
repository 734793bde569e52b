/** A stored membership record back in its typed form. The row is untrusted. */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';
import { parseMembershipRecord } from '#crypto/membership/parse-record.ts';
import type { MembershipRow } from '#server/db/access/membership-store.ts';

/** @throws CryptoError when the row does not hold a membership record. */
export function parseRecord(row: MembershipRow): SignedMembershipRecord {
  const { signature_ed25519, signature_mldsa65 } = row;
  return {
    record: parseMembershipRecord(parseJson(row.record_json)),
    signature_ed25519,
    signature_mldsa65,
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CryptoError();
  }
}
