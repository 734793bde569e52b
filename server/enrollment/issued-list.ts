/** Which client certificates this vault issued and which of them are revoked, in memory, asked on every request. */
import type { CertificateRow } from '../db/http/certificates-store.ts';

export interface IssuedList {
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly isIssuedCn: (cn: string) => boolean;
  readonly isDesktop: (fingerprint: string) => boolean;
  /** Whether this very certificate was issued here. */
  readonly knows: (fingerprint: string) => boolean;
  readonly add: (row: CertificateRow) => void;
  readonly revoke: (fingerprint: string) => void;
}

export function createIssuedCertificates(rows: readonly CertificateRow[]): IssuedList {
  const kinds = new Map<string, CertificateRow['kind']>();
  const names = new Set<string>();
  const revoked = new Set<string>();

  function add(row: CertificateRow): void {
    kinds.set(row.fingerprint, row.kind);
    names.add(row.client_cn);
    if (row.revoked_at !== null) revoked.add(row.fingerprint);
  }
  for (const row of rows) add(row);

  return {
    isRevoked: (fingerprint) => revoked.has(fingerprint),
    isIssuedCn: (cn) => names.has(cn),
    isDesktop: (fingerprint) => kinds.get(fingerprint) === 'desktop',
    knows: (fingerprint) => kinds.has(fingerprint),
    add,
    revoke: (fingerprint) => void revoked.add(fingerprint),
  };
}
