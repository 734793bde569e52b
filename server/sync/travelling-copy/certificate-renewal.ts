/**
 * Renews the certificate a travelling copy connects with: from 30 days before its expiry, and after the home vault
 * replaced its CA. Needs an unlocked issuer there, so it may fail and is tried again.
 */
import { X509Certificate } from 'node:crypto';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { certificateFingerprint, parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import type { Clock } from '#server/system/clock.ts';
import type { HomeVaultConfig } from './home-vault-config.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RENEWED_BEFORE_DAYS = 30;
const TRIED_EVERY_MS = 60 * 60 * 1000;
const ONCE = { retry: { maxRetries: 0 } } as const;

/** The person's session at the home vault. */
interface OpenSession {
  readonly address: string;
  readonly client: VaultClient;
}

export function createCertificateRenewal(place: HomeVaultConfig, clock: Clock) {
  let triedAtMs = Number.NEGATIVE_INFINITY;
  const ends = () => new X509Certificate(Buffer.from(place.identity().cert)).validToDate;

  function isDue(issuing: string | null): boolean {
    if (ends().getTime() - clock.nowMs() < RENEWED_BEFORE_DAYS * DAY_MS) return true;
    const [newest] = parseCertificates(Buffer.from(place.identity().ca).toString('utf8'));
    return issuing !== null && (newest === undefined || certificateFingerprint(newest.raw) !== issuing);
  }

  async function ask({ address, client }: OpenSession): Promise<CredentialRenewed> {
    const { credential_id, token } = place.credential();
    // Without a token the person's session renews: a principal who may revoke the credential may renew it.
    if (token === undefined) return client.credentials.renew(credential_id, { maxRetries: 0 });
    const transport = nodeTransport({ ...place.identity(), baseUrl: address });
    const itself = createClient({ transport, token, ...ONCE });
    try {
      const renewed = await itself.credentials.renew(credential_id);
      await itself.session.lock();
      return renewed;
    } finally {
      await itself.close();
    }
  }

  return {
    endsAt: (): string => ends().toISOString(),

    /**
     * Stores the new certificate. The session continues with the previous one, which stays valid until its own expiry.
     */
    async renewIfDue(session: OpenSession, issuing: string | null): Promise<void> {
      if (!isDue(issuing) || clock.nowMs() - triedAtMs < TRIED_EVERY_MS) return;
      triedAtMs = clock.nowMs();
      try {
        place.renew(await ask(session));
      } catch (error) {
        if (error instanceof VaultApiError || error instanceof APIConnectionError) return;
        throw error;
      }
    },
  };
}
