/**
 * The certificate a travelling copy reaches its vault by, made anew from 30 days before its end on, and once the vault
 * has another authority. Somebody who may issue has to be unlocked there, so it is tried again and again, and may fail.
 */
import { X509Certificate } from 'node:crypto';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { certificateFingerprint, parseCertificates } from '#server/identity/actor/certificates.ts';
import type { Clock } from '#server/system/clock.ts';
import type { HomeVaultConfig } from './home-vault-config.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RENEWED_BEFORE_DAYS = 30;
const TRIED_EVERY_MS = 60 * 60 * 1000;
const ONCE = { retry: { maxRetries: 0 } } as const;

/** The person's session there. */
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
    // Whoever may end the credential may renew it, too.
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

    /** What was issued is stored; the session goes on behind the certificate before, which stays good until its own end. */
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
