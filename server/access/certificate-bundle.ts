/** PEM texts of several certificates one after the other, as `pki/ca.crt` is while a CA is being replaced. */
import { X509Certificate } from 'node:crypto';

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** In their order; empty where there is none. @throws Error when one of them is no certificate. */
export function parseCertificates(pem: string): X509Certificate[] {
  return (pem.match(ONE) ?? []).map((each) => new X509Certificate(each));
}

/** Whether it bears the signature of `ca`. */
export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}
