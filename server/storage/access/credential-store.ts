import type { CredentialId, PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface CredentialRow {
  readonly credential_id: CredentialId;
  readonly principal_id: PrincipalId;
  readonly name: string;
  readonly client_cn: string;
  /** SHA-256 of the issued certificate's DER, hex. */
  readonly fingerprint: string;
  readonly created_at: string;
  readonly created_by: PrincipalId;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** SQL over issued SDK credentials. */
export type CredentialStore = ReturnType<typeof createCredentialStore>;

export function createCredentialStore(db: Statements) {
  const select = db.prepare<[string], CredentialRow>('SELECT * FROM credentials WHERE credential_id = ?');
  const selectByPrincipal = db.prepare<[string], CredentialRow>(
    'SELECT * FROM credentials WHERE principal_id = ?',
  );
  const selectByFingerprint = db.prepare<[string], CredentialRow>(
    'SELECT * FROM credentials WHERE fingerprint = ?',
  );
  const selectAll = db.prepare<[], CredentialRow>('SELECT * FROM credentials ORDER BY credential_id');
  const insert = db.prepare<[CredentialRow]>(
    `INSERT INTO credentials (credential_id, principal_id, name, client_cn, fingerprint, created_at,
       created_by, expires_at, revoked_at)
     VALUES (@credential_id, @principal_id, @name, @client_cn, @fingerprint, @created_at,
       @created_by, @expires_at, @revoked_at)`,
  );
  const revoke = db.prepare<[string, string]>(
    'UPDATE credentials SET revoked_at = coalesce(revoked_at, ?) WHERE credential_id = ?',
  );
  const setFingerprint = db.prepare<[string, string]>(
    'UPDATE credentials SET fingerprint = ? WHERE credential_id = ?',
  );
  return {
    find: (credentialId: CredentialId) => select.get(credentialId),
    findByPrincipal: (principalId: PrincipalId) => selectByPrincipal.get(principalId),
    findByFingerprint: (fingerprint: string) => selectByFingerprint.get(fingerprint),
    list: () => selectAll.all(),
    insert: (row: CredentialRow) => void insert.run(row),
    updateFingerprint: (credentialId: CredentialId, fingerprint: string) =>
      void setFingerprint.run(fingerprint, credentialId),
    updateRevoked: (credentialId: CredentialId, at: string) => void revoke.run(at, credentialId),
  };
}
