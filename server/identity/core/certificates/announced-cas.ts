import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';

/** SHA-256 fingerprints of the CAs that the verified list says were made issuing ones; the first is in no record. */
export function announcedCas(records: readonly SignedMembershipRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ record: { ca_sha256 } }) => (ca_sha256 === undefined ? [] : [ca_sha256])),
  );
}
