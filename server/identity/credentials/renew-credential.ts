/** A new certificate for a credential that stays as it is: same name, same token, same rights. */
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { AccessCore } from '#server/identity/core/access-core.ts';
import { announceRenewal } from '#server/identity/core/certificates/certificate-records.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';

/**
 * The certificate before it stays good until its own end: an answer that never arrives locks nobody out.
 * @throws permission_denied while nobody who may issue is unlocked; credential_rejected where it has ended
 */
export async function renewCredential(core: AccessCore, row: CredentialRow): Promise<CredentialRenewed> {
  const { pki, clock } = core;
  const { credential_id, principal_id, client_cn, name, expires_at } = row;
  if (row.revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= clock.nowMs()))
    throw new VaultError('credential_rejected', 'This credential has ended; issue a new one.');
  const client = await pki.issueClient({ name, expires_at, client_cn });
  try {
    const { fingerprint } = client;
    announceRenewal(core, principal_id, { fingerprint, client_cn, kind: 'client' }, () =>
      core.stores.credentials.updateFingerprint(credential_id, fingerprint),
    );
  } catch (error) {
    // A certificate nobody announced would still pass the gate of a list that announces none.
    pki.revoke(client.fingerprint);
    throw error;
  }
  return {
    credential_id,
    principal_id,
    client_cn,
    certificate_pem: client.certificate_pem,
    private_key_pem: client.private_key_pem,
    ca_pem: pki.caPem(),
    expires_at: client.expires_at,
  };
}
