import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#sdk/client.ts';
import type { ClientCertificate } from '#sdk/node/client-certificate.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { PKCS12_PASSWORD } from '#server/identity/enrollment/pkcs12.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { makeCertificates } from '#test/support/sdk-certificates.ts';

let vault: LiveVault;
const pki = (name: string) => join(vault.dataDir, 'pki', name);

beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

async function stateWith(certificate: ClientCertificate): Promise<string> {
  const client = createClient({ transport: nodeTransport({ baseUrl: vault.url, ...certificate }) });
  try {
    return (await client.vault.get()).state;
  } finally {
    await client.close();
  }
}

describe('nodeTransport', () => {
  test('takes files, PEM texts, bytes, and a PFX with its passphrase', async () => {
    const files = { ca: pki('ca.crt'), cert: pki('desktop.crt'), key: pki('desktop.key') };
    expect(await stateWith(files)).toBe('ready');
    const read = (path: string) => readFileSync(path);
    expect(
      await stateWith({ ca: `${read(files.ca)}`, cert: `${read(files.cert)}`, key: `${read(files.key)}` }),
    ).toBe('ready');
    expect(await stateWith({ ca: read(files.ca), cert: read(files.cert), key: read(files.key) })).toBe(
      'ready',
    );
    const pfx = { pfx: pki('desktop.p12'), passphrase: PKCS12_PASSWORD };
    expect(await stateWith({ ca: files.ca, ...pfx })).toBe('ready');
  });

  test('without a certificate, and with a foreign one, is refused with 401', async () => {
    const refused = { status: 401, code: 'client_certificate_required' };
    await expect(stateWith({ ca: pki('ca.crt') })).rejects.toMatchObject(refused);
    const { client } = await makeCertificates();
    await expect(stateWith({ ca: pki('ca.crt'), ...client })).rejects.toMatchObject(refused);
  });

  test('refuses a key that others may read, and a file that is not there', () => {
    const ca = pki('ca.crt');
    chmodSync(pki('desktop.key'), 0o640);
    try {
      const open = () =>
        nodeTransport({ baseUrl: vault.url, ca, cert: pki('desktop.crt'), key: pki('desktop.key') });
      expect(open).toThrow('mode 640');
    } finally {
      chmodSync(pki('desktop.key'), 0o600);
    }
    expect(() => nodeTransport({ baseUrl: vault.url, ca: '/nowhere/ca.crt' })).toThrow(
      'There is no file /nowhere/ca.crt',
    );
  });
});
