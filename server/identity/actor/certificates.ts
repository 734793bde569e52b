/** Certificates as the server meets them: PEM texts, issuers, and how one is told from another. */
import { createHash, X509Certificate } from 'node:crypto';

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Those of a PEM text in their order, as `pki/ca.crt` holds several while a CA is being replaced; empty where there is
 * none. @throws Error when one of them is no certificate.
 */
export function parseCertificates(pem: string): X509Certificate[] {
  return (pem.match(ONE) ?? []).map((each) => new X509Certificate(each));
}

/** Whether it bears the signature of `ca`. */
export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}

/** SHA-256 of a certificate's DER, lower-case hex: how certificates are told apart and revoked. */
export function certificateFingerprint(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}
