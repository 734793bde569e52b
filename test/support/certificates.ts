/** Reads certificates of a vault folder, and issues foreign ones that look alike. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import type { ClientIdentity } from './client.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export function readCa(dataDir: string): string {
  return readFileSync(join(dataDir, 'pki', 'ca.crt'), 'utf8');
}

export function readDesktop(dataDir: string): ClientIdentity {
  return {
    cert: readFileSync(join(dataDir, 'pki', 'desktop.crt'), 'utf8'),
    key: readFileSync(join(dataDir, 'pki', 'desktop.key'), 'utf8'),
  };
}

export interface ForeignCertificate {
  /** Common names in the order of the subject. */
  readonly cns: readonly string[];
  /** Client authentication by default. */
  readonly purpose?: 'client' | 'server';
  /** Signs with this CA instead of a new one. */
  readonly issuer?: { readonly certificatePem: string; readonly privateKeyPem: string };
}

/** Issues a certificate with any names, signed by a new CA or the given one. */
export async function issueTestCertificate(wanted: ForeignCertificate): Promise<ClientIdentity> {
  const issuer = wanted.issuer ?? (await makeTestCa());
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '4102',
    subject: wanted.cns.map((cn) => ({ CN: [cn] })),
    issuer: new x509.X509Certificate(issuer.certificatePem).subject,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey(
      'pkcs8',
      x509.PemConverter.decodeFirst(issuer.privateKeyPem),
      ALGORITHM,
      false,
      ['sign'],
    ),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(
        new x509.X509Certificate(issuer.certificatePem),
        false,
      ),
      new x509.BasicConstraintsExtension(false),
      new x509.ExtendedKeyUsageExtension([wanted.purpose === 'server' ? serverAuth : clientAuth]),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}

export async function makeTestCa(): Promise<{ certificatePem: string; privateKeyPem: string }> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '4101',
    name: [{ CN: ['Sealed Records Vault CA'] }],
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificatePem: certificate.toString('pem'),
    privateKeyPem: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}
