/** Issues a new certificate for a credential and keeps its name, token and rights. */
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { announceRenewal } from '#server/identity/core/certificates/announce-certificates.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { listedCn } from '#server/identity/enrollment/client-common-name.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';

/**
 * The previous certificate stays valid until its own expiry, so a lost response locks no program out.
 * @throws permission_denied while no principal who may issue is unlocked; credential_rejected when it has expired
 */
export async function renewCredential(core: AccessCore, row: CredentialRow): Promise<CredentialRenewed> {
  const { pki, clock } = core;
  const { credential_id, principal_id, client_cn, name, expires_at } = row;
  if (row.revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= clock.nowMs()))
    throw new VaultError(
      'credential_rejected',
      'This credential has expired or was revoked. Issue a new one.',
    );
  const client = await pki.issueClient({ name, expires_at, client_cn });
  try {
    const { fingerprint } = client;
    announceRenewal(core, principal_id, { fingerprint, client_cn: listedCn(client_cn), kind: 'client' }, () =>
      core.stores.credentials.updateFingerprint(credential_id, fingerprint),
    );
  } catch (error) {
    // Revoke it: a list without announcements would let an unannounced certificate pass the gate.
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
