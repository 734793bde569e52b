/**
 * In-memory list of issued and revoked client certificates, consulted on every request. Its rows are plaintext and may
 * only refuse. Admission is decided by the signed membership list, as soon as that announces any certificate.
 */
import type { MembershipCertificates } from '#crypto/membership/membership.ts';
import type { CertificateRow } from '#server/storage/http/certificates-store.ts';
import { listedCn } from './client-common-name.ts';

export interface IssuedCertificateIndex {
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly isIssuedCn: (cn: string) => boolean;
  readonly isDesktop: (fingerprint: string) => boolean;
  /** True when this vault issued exactly this certificate. */
  readonly knows: (fingerprint: string) => boolean;
  readonly add: (row: CertificateRow) => void;
  readonly revoke: (fingerprint: string) => void;
  /** The rows of all issued certificates. */
  readonly listIssued: () => readonly CertificateRow[];
  /** Sets the source of announced certificates: the membership list, verified once that is possible. */
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
    isIssuedCn(cn) {
      if (names.has(cn)) return true;
      const listed = listedCn(cn);
      return [...announced().values()].some(({ client_cn }) => client_cn === cn || client_cn === listed);
    },
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
