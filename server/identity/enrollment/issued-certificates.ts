/**
 * Which client certificates this vault issued and which of them are revoked, in memory, asked on every request. Rows
 * are clear columns and may only refuse; what lets in is what the signed list announces, as soon as it announces any.
 */
import type { MembershipCertificates } from '#crypto/membership/membership.ts';
import type { CertificateRow } from '#server/storage/http/certificates-store.ts';

export interface IssuedCertificateIndex {
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly isIssuedCn: (cn: string) => boolean;
  readonly isDesktop: (fingerprint: string) => boolean;
  /** Whether this very certificate was issued here. */
  readonly knows: (fingerprint: string) => boolean;
  readonly add: (row: CertificateRow) => void;
  readonly revoke: (fingerprint: string) => void;
  /** What the rows say of each. */
  readonly listIssued: () => readonly CertificateRow[];
  /** Asked for what the membership list announces, verified once that is possible. */
  readonly setAnnouncedCertificates: (announced: () => MembershipCertificates) => void;
}

export function createIssuedCertificates(stored: readonly CertificateRow[]): IssuedCertificateIndex {
  const rows = new Map<string, CertificateRow>();
  const names = new Set<string>();
  const revoked = new Set<string>();
  let announced: () => MembershipCertificates = () => new Map();

  function add(row: CertificateRow): void {
    rows.set(row.fingerprint, row);
    names.add(row.client_cn);
    if (row.revoked_at !== null) revoked.add(row.fingerprint);
  }
  for (const row of stored) add(row);

  function isAnnounced(fingerprint: string): boolean {
    const list = announced();
    return list.size === 0 || list.get(fingerprint)?.revoked === false;
  }

  return {
    isRevoked: (fingerprint) => revoked.has(fingerprint) || !isAnnounced(fingerprint),
    isIssuedCn: (cn) => names.has(cn) || [...announced().values()].some(({ client_cn }) => client_cn === cn),
    isDesktop(fingerprint) {
      const list = announced();
      const known = list.size === 0 ? rows.get(fingerprint) : list.get(fingerprint);
      return known?.kind === 'desktop';
    },
    knows: (fingerprint) => rows.has(fingerprint) || announced().has(fingerprint),
    add,
    revoke: (fingerprint) => void revoked.add(fingerprint),
    listIssued: () => [...rows.values()],
    setAnnouncedCertificates(next) {
      announced = next;
    },
  };
}
