import { X509Certificate } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseReceivers } from '#contract/exchange/receivers.ts';

/** Checks the list of receivers. @throws invalid_request, naming the receiver whose certificate is invalid */
export function assertReceivers(text: string | null): void {
  const receivers = parseReceivers(text);
  if (receivers === undefined)
    throw new VaultError(
      'invalid_request',
      'hl7_receivers: write each as name=host:port or name=tls://host:port, each name once.',
    );
  for (const { name, tls } of receivers)
    if (typeof tls?.ca === 'string' && !isCertificate(tls.ca))
      throw new VaultError('invalid_request', `hl7_receivers: the ca of ${name} is not a valid certificate.`);
}

function isCertificate(der: string): boolean {
  try {
    return new X509Certificate(Buffer.from(der, 'base64url')).raw.length > 0;
  } catch {
    return false;
  }
}
