/**
 * Tests a former administrator who kept the CA key, over real sockets: certificates made with it are rejected, and
 * every existing client continues to work.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';
import { parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { issueTestCertificate, readCa, readDesktop } from '#test/support/certificates.ts';
import { type ClientIdentity, createRawClient } from '#test/support/client.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

let vault: InitialisedServer;
let old: { readonly ca: string; readonly key: string; readonly desktop: ClientIdentity };
let script: { readonly credential_id: string; readonly identity: ClientIdentity };

beforeAll(async () => {
  vault = await startInitialisedServer();
  const { pki } = vault.server;
  old = { ca: vault.ca, key: pki.caKeyPem() ?? '', desktop: readDesktop(vault.dataDir) };
  const { token } = vault;
  const post = async (path: string, body: unknown) =>
    (await vault.desktop.send(path, { method: 'POST', token, body })).json;
  const issued = await post('/v1/credentials', {
    name: 'script',
    groups: [{ security_group_id: vault.security_group_id, role: 'editor' }],
  });
  script = {
    credential_id: issued.credential_id,
    identity: { cert: issued.certificate_pem, key: issued.private_key_pem },
  };
  const eve = await post('/v1/principals', { display_name: 'Eve', is_admin: true, groups: [] });
  const path = `/v1/principals/${eve.principal_id}`;
  expect((await vault.desktop.send(path, { method: 'DELETE', token })).status).toBe(200);
  await vault.server.services.vault.whenIdle();
  return () => vault.stop();
});

async function statusFor(identity: ClientIdentity, ca: string): Promise<number> {
  const client = createRawClient(vault.server.url, ca, identity);
  onTestFinished(client.close);
  return (await client.send('/healthz')).status;
}

function mint(cn: string, ca: string): Promise<ClientIdentity> {
  return issueTestCertificate({ cns: [cn], issuer: { certificatePem: ca, privateKeyPem: old.key } });
}

describe('after the CA was replaced', () => {
  test('a certificate made with the old key is refused, whatever name it carries', async () => {
    const both = readCa(vault.dataDir);
    expect(parseCertificates(both)).toHaveLength(2);
    expect(vault.server.pki.caKeyPem()).not.toBe(old.key);
    const known = parseCertificates(script.identity.cert)[0]?.subject.replace('CN=', '') ?? '';
    for (const cn of ['desktop', 'mallory', known]) {
      expect(await statusFor(await mint(cn, old.ca), old.ca), cn).toBe(401);
      expect(await statusFor(await mint(cn, both), old.ca), `${cn} in the name of the new one`).toBe(401);
    }
  });

  test('who was let in before goes on, trusting the old CA alone', async () => {
    expect(await statusFor(script.identity, old.ca)).toBe(200);
    expect(await statusFor(old.desktop, old.ca)).toBe(200);
    expect(await statusFor(readDesktop(vault.dataDir), readCa(vault.dataDir))).toBe(200);
  });

  test('a client that trusts either CA follows to a server certificate made anew', async () => {
    await vault.server.pki.renewLeaves(['server']);
    expect(await statusFor(script.identity, old.ca)).toBe(200);
    const [newest = ''] = parseCertificates(readCa(vault.dataDir)).map(String);
    expect(await statusFor(script.identity, newest)).toBe(200);
  });

  test('a renewed credential brings both CAs into its folder', async () => {
    const folder = makeTempDir();
    onTestFinished(folder.remove);
    const { json } = await vault.desktop.send(`/v1/credentials/${script.credential_id}/renew`, {
      method: 'POST',
      token: vault.token,
    });
    renewCredentialFolder(folder.path, json);
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
    expect(parseCertificates(read('ca.crt'))).toHaveLength(2);
    expect(await statusFor({ cert: read('client.crt'), key: read('client.key') }, read('ca.crt'))).toBe(200);
  });

  test('doctor says for how many the old CA stays', () => {
    const { dataDir, stateDir } = vault;
    const { checks, findings } = examineFolder({ dataDir, stateDir, nowMs: Date.now() });
    const { what } = checks.find(({ name }) => name === 'certificates') ?? { what: '' };
    expect(what).toMatch(/ca \d+ days.*stays trusted until 2 client certificates have ended or been renewed/);
    expect(findings).toEqual([]);
  });

  test('nothing but the signed list refuses it while the old CA is trusted', async () => {
    const minted = await mint('desktop', old.ca);
    expect(await statusFor(minted, old.ca)).toBe(401);
    vault.server.pki.setAnnouncedCertificates(() => new Map());
    expect(await statusFor(minted, old.ca)).toBe(200);
  });
});
