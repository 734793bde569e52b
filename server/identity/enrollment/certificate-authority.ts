/**
 * Issues the vault's own X.509 certificates: ECDSA P-256, which every TLS library and browser store takes.
 * Works on PEM text and knows neither files nor the database.
 * Source: choices, "Transport and client certificates".
 */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';
import { CERTIFICATE_CA_YEARS } from '#contract/limits.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const SERIAL_BYTES = 16;
/** Certificates are valid from five minutes earlier, because clocks of two machines differ a little. */
export const BACKDATE_MS = 5 * 60 * 1000;

export interface KeyAndCertificate {
  readonly certificatePem: string;
  /** Private key in PEM, PKCS#8. */
  readonly privateKeyPem: string;
}

export interface LeafRequest {
  readonly cn: string;
  readonly purpose: 'server' | 'client';
  /** DNS names and IP addresses; for server leaves only. */
  readonly hosts?: readonly string[];
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
}

/**
 * Generates a CA with its key.
 * @param notBeforeMs in the past even when the clock is ahead: a CA that is not valid yet would shut the vault.
 */
export async function generateCa(
  name: string,
  nowMs: number,
  notBeforeMs: number,
): Promise<KeyAndCertificate> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [name] }],
    notBefore: new Date(notBeforeMs),
    notAfter: addYears(nowMs, CERTIFICATE_CA_YEARS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificatePem: certificate.toString('pem'), privateKeyPem: await exportPem(keys.privateKey) };
}

/**
 * Cross-signs the key of `next` with the previous CA, so that clients trusting the previous one accept the next. Both
 * have the same name, because path lengths do not count self-issued certificates. Source: RFC 4210, section 4.4.1.
 */
export async function certifyNext(ca: KeyAndCertificate, next: KeyAndCertificate): Promise<string> {
  const issuer = new x509.X509Certificate(ca.certificatePem);
  const successor = new x509.X509Certificate(next.certificatePem);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: successor.subject,
    issuer: issuer.subject,
    notBefore: successor.notBefore,
    notAfter: issuer.notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: successor.publicKey,
    signingKey: await importPem(ca.privateKeyPem),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(successor.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
    ],
  });
  return certificate.toString('pem');
}

/** Issues a leaf with a fresh key. It expires no later than the CA. */
export async function issueLeaf(ca: KeyAndCertificate, leaf: LeafRequest): Promise<KeyAndCertificate> {
  const issuer = new x509.X509Certificate(ca.certificatePem);
  const keys = await generateKeys();
  const oid = leaf.purpose === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [leaf.cn] }],
    issuer: issuer.subject,
    notBefore: new Date(leaf.notBeforeMs),
    notAfter: new Date(Math.min(leaf.expiresAtMs, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importPem(ca.privateKeyPem),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([oid], false),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
      ...(leaf.hosts ? [new x509.SubjectAlternativeNameExtension(leaf.hosts.map(alternativeName))] : []),
    ],
  });
  return { certificatePem: certificate.toString('pem'), privateKeyPem: await exportPem(keys.privateKey) };
}

export function addYears(fromMs: number, years: number): Date {
  const date = new Date(fromMs);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}

function alternativeName(host: string): x509.JsonGeneralName {
  return isIP(host) ? { type: 'ip', value: host } : { type: 'dns', value: host };
}

/** A positive random serial that never starts with a zero byte. Source: RFC 5280, section 4.1.2.2. */
function newSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return encodeHex(bytes);
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function exportPem(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importPem(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign']);
}
