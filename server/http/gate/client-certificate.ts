/**
 * The first check of every request of every route: a client certificate of this vault, not revoked,
 * with an allowed common name.
 * Source: API spec, "Authentication" 1 and 2; choices, "Transport and client certificates".
 */
import { VaultError } from '#contract/vault-error.ts';
import type { Peer } from '../../access/peer.ts';
import { connectionIdentity } from './connection-identity.ts';

/** What the gate asks of the vault's PKI, on every request. */
export interface IssuedCertificates {
  readonly caPem: () => string;
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly isIssuedCn: (cn: string) => boolean;
  readonly isDesktop: (fingerprint: string) => boolean;
}

export type CertificateGate = (socket: unknown) => Peer;

/**
 * @param allowedCns the exact common names let in; undefined lets in every one this vault issued.
 * The gate it returns throws client_certificate_required or client_certificate_cn_not_allowed.
 */
export function createCertificateGate(
  issued: IssuedCertificates,
  allowedCns: ReadonlySet<string> | undefined,
): CertificateGate {
  return function admit(socket) {
    const identity = connectionIdentity(socket, issued.caPem);
    if (!identity || issued.isRevoked(identity.fingerprint)) {
      throw new VaultError(
        'client_certificate_required',
        'This service answers only to a client certificate that this vault issued and has not revoked.',
      );
    }
    const { cn, fingerprint } = identity;
    if (!(allowedCns ? allowedCns.has(cn) : issued.isIssuedCn(cn))) {
      throw new VaultError(
        'client_certificate_cn_not_allowed',
        'The common name of this client certificate is not allowed here.',
      );
    }
    return { cn, fingerprint, isDesktop: issued.isDesktop(fingerprint) };
  };
}
