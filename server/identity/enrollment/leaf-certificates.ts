/** Reads names from the vault's leaf certificates, and makes a temporary leaf until a real one is issued. */
import { X509Certificate } from 'node:crypto';
import { certificateFingerprint, parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import { BACKDATE_MS, generateCa, issueLeaf, type KeyAndCertificate } from './certificate-authority.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAKESHIFT_CN = 'desktop';

/** Makes a self-signed leaf that expires soon: it is due for renewal and no client trusts it. */
export async function temporaryLeaf(nowMs: number): Promise<KeyAndCertificate> {
  const notBeforeMs = nowMs - BACKDATE_MS;
  const wanted = { cn: MAKESHIFT_CN, purpose: 'client', notBeforeMs, expiresAtMs: nowMs + DAY_MS } as const;
  return issueLeaf(await generateCa(MAKESHIFT_CN, nowMs, notBeforeMs), wanted);
}

export function inOnePem(...pems: string[]): string {
  return pems.flatMap(parseCertificates).join('');
}

/** Lists the DNS names and addresses of a leaf certificate. */
export function namesIn(leaf: KeyAndCertificate | undefined): string[] {
  const names = leaf === undefined ? '' : (new X509Certificate(leaf.certificatePem).subjectAltName ?? '');
  return names.split(', ').flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
}

export function fingerprintOf(leaf: KeyAndCertificate): string {
  return certificateFingerprint(new X509Certificate(leaf.certificatePem).raw);
}

export function expiryOf(leaf: KeyAndCertificate): Date {
  return new X509Certificate(leaf.certificatePem).validToDate;
}
