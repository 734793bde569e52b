import type { PrincipalId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { MembershipCertificates, MembershipRecord } from '#crypto/membership/membership.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import type { MembershipStore } from '#server/storage/access/membership-store.ts';

/** Reads announced certificates from the stored records without verifying them; skips records that cannot be parsed. */
export function readCertificates(store: MembershipStore): MembershipCertificates {
  const records = store.listRecords().flatMap((row): MembershipRecord[] => {
    try {
      return [parseRecord(row).record];
    } catch (error) {
      if (error instanceof CryptoError) return [];
      throw error;
    }
  });
  const disabled = new Set<PrincipalId>(
    records.flatMap(({ action, principal_id }) => (action === 'disable' ? [principal_id] : [])),
  );
  return new Map(
    records.flatMap(({ certificate, principal_id }) => {
      if (certificate === undefined) return [];
      const { fingerprint, client_cn, kind } = certificate;
      const revoked = kind === 'client' && disabled.has(principal_id);
      return [[fingerprint, { client_cn, kind, principal_id, revoked }] as const];
    }),
  );
}
