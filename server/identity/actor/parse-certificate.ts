/** Parses X.509 certificates, checks their issuer and computes their fingerprint. */
import { createHash, X509Certificate } from 'node:crypto';

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Parses a PEM text with several certificates, in order: `pki/ca.crt` has two while a CA is being replaced. Empty when
 * the text has none. @throws Error when one of them cannot be parsed.
 */
export function parseCertificates(pem: string): X509Certificate[] {
  return (pem.match(ONE) ?? []).map((each) => new X509Certificate(each));
}

/** True when `certificate` is signed by `ca`. */
export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}

/** SHA-256 of a certificate's DER, lower-case hex: identifies a certificate, also in the list of revoked ones. */
export function certificateFingerprint(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}
