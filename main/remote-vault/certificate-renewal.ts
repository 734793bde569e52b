/**
 * Renews the certificate by which this computer joined a vault, from 30 days before its expiry. Renewal needs a
 * person unlocked there who may issue, so it is retried; the interface warns of the expiry.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#sdk/node/connect.ts';
import { CREDENTIAL_FILES, readCredentialId } from '#sdk/node/credential-folder.ts';
import type { JoinedFolder } from '#sdk/node/joined-vault.ts';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RENEWED_BEFORE_DAYS = 30;
const TRIED_EVERY_MS = 60 * 60 * 1000;

export interface RenewalOptions {
  readonly joined: JoinedFolder;
  readonly endsAt: () => string;
  readonly onRenewed: () => void;
}

/** Starts the renewal of this computer's certificate. @returns a function that stops it. */
export function startCertificateRenewal({
  joined: { folder, joined },
  endsAt,
  onRenewed,
}: RenewalOptions): () => void {
  async function renewIfDue(): Promise<void> {
    const left = Date.parse(endsAt()) - Date.now();
    if (left >= RENEWED_BEFORE_DAYS * DAY_MS || !existsSync(join(folder, CREDENTIAL_FILES.token))) return;
    const client = connect({ profile: folder, baseUrl: joined.addresses, retry: { maxRetries: 0 } });
    try {
      renewCredentialFolder(folder, await client.credentials.renew(readCredentialId(folder)));
      await client.session.lock();
      onRenewed();
    } catch {
      // On failure the next try is an hour later, because no authorised person is unlocked or the vault is
      // unreachable.
    } finally {
      await client.close();
    }
  }
  renewIfDue();
  const timer = setInterval(renewIfDue, TRIED_EVERY_MS).unref();
  return () => clearInterval(timer);
}
