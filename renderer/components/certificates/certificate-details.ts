/** Reads a certificate's subject, validity and fingerprint for display. Nothing is decided by them. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';

export interface CertificateFacts {
  /** Subject as written in the certificate; the last part is the most specific. */
  readonly subject: string;
  /** SHA-256 over the certificate in pairs of capitals, as other programs show it. */
  readonly fingerprint: string;
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
};

/** Parses `der` (base64url). @throws if it is not a certificate. */
export async function certificateFacts(der: string): Promise<CertificateFacts> {
  const text = atob(der.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const { subject } = AsnConvert.parse(bytes, Certificate).tbsCertificate;
  const parts = [...subject].flatMap((part) =>
    [...part].map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${value.toString()}`),
  );
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const pairs = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return { subject: parts.join(', '), fingerprint: pairs.join(':') };
}
