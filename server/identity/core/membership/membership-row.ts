/** Compares stored membership records byte by byte and parses them. The rows are untrusted. */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';
import { parseMembershipRecord } from '#crypto/membership/parse-record.ts';
import type { MembershipRow } from '#server/storage/access/membership-store.ts';

/** Parses a stored record. @throws CryptoError when the row is no valid membership record. */
export function parseRecord(row: MembershipRow): SignedMembershipRecord {
  const { signature_ed25519, signature_mldsa65 } = row;
  if (![signature_ed25519, signature_mldsa65].every((each) => typeof each === 'string'))
    throw new CryptoError();
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

export function sameRows(held: readonly MembershipRow[], read: readonly MembershipRow[]): boolean {
  return (
    held.length === read.length &&
    held.every((row, index) => {
      const other = read[index];
      return (
        row.seq === other?.seq &&
        row.record_json === other.record_json &&
        row.signature_ed25519 === other.signature_ed25519 &&
        row.signature_mldsa65 === other.signature_mldsa65
      );
    })
  );
}
