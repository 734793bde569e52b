/** SQL over `certificates`: every client certificate this vault issued. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface CertificateRow {
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
  readonly client_cn: string;
  readonly kind: 'desktop' | 'client';
  readonly issued_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  /** Fingerprint of the issuing CA; null for certificates issued before it was recorded. */
  readonly ca_sha256: string | null;
}

export interface CertificatesStore {
  /** Changes whenever a certificate is issued or revoked, or a CA replaced. */
  readonly certificatesMark: () => string | undefined;
  readonly listCertificates: () => readonly CertificateRow[];
  readonly insertCertificate: (row: CertificateRow) => void;
  /** Keeps the time of the first revocation. */
  readonly markRevoked: (fingerprint: string, revokedAt: string) => void;
  /** Deletes the certificates of a vault that is not yet initialised, whose CA ends with the process. */
  readonly deleteAllCertificates: () => void;
}

export function createCertificatesStore(db: Statements): CertificatesStore {
  const list = db.prepare<[], CertificateRow>('SELECT * FROM certificates ORDER BY issued_at');
  const insert = db.prepare<[CertificateRow]>(
    `INSERT INTO certificates (fingerprint, client_cn, kind, issued_at, expires_at, revoked_at, ca_sha256)
     VALUES (@fingerprint, @client_cn, @kind, @issued_at, @expires_at, @revoked_at, @ca_sha256)`,
  );
  const revoke = db.prepare<[string, string]>(
    'UPDATE certificates SET revoked_at = coalesce(revoked_at, ?) WHERE fingerprint = ?',
  );
  const clear = db.prepare('DELETE FROM certificates');

  const mark = db
    .prepare<[], string>(
      `SELECT count(*) || ' ' || count(revoked_at) || ' '
         || (SELECT count(*) || ' ' || coalesce(max(seq), 0) FROM authorities)
       FROM certificates`,
    )
    .pluck();

  return {
    certificatesMark: () => mark.get(),
    listCertificates: () => list.all(),
    insertCertificate: (row) => void insert.run(row),
    markRevoked: (fingerprint, revokedAt) => void revoke.run(revokedAt, fingerprint),
    deleteAllCertificates: () => void clear.run(),
  };
}
