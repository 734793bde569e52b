/** Temporary CA with a server certificate for loopback and a client certificate, as PEM. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface TestCertificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
}

export async function makeCertificates(clientCn = 'script'): Promise<TestCertificates> {
  const caKeys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test CA',
    keys: caKeys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const issue = async (cn: string, extensions: x509.Extension[]) => {
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const cert = await x509.X509CertificateGenerator.create({
      subject: `CN=${cn}`,
      issuer: ca.subject,
      signingKey: caKeys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: algorithm,
      extensions,
    });
    const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
    return { cert: cert.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  };
  const names = new x509.SubjectAlternativeNameExtension([
    { type: 'ip', value: '127.0.0.1' },
    { type: 'dns', value: 'localhost' },
  ]);
  return {
    ca: ca.toString('pem'),
    server: await issue('localhost', [names]),
    client: await issue(clientCn, []),
  };
}
