import { createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import { CA_KEPT_DAYS } from '#contract/limits.ts';
import { parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import {
  type AccessFixture,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  openActor,
} from '#test/support/access-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;
let eve: OpenedActor;
/** CA key that Eve had. */
let oldKey: string;
let oldCa: string;

/** Creates a vault with two administrators, Ada and Eve. */
beforeEach(async () => {
  fixture = await createAccessFixture();
  onTestFinished(fixture.dispose);
  vault = await initPraxis(fixture);
  ada = await comeBack();
  eve = await inviteAndJoin(fixture, ada.actor, { display_name: 'Eve', is_admin: true, groups: [] });
  oldKey = fixture.parts.pki.caKeyPem() ?? '';
  oldCa = caFile();
});

const comeBack = () => openActor(fixture, { recovery_key: vault.recovery_key });
const caFile = () => readFileSync(join(fixture.folder, 'pki', 'ca.crt'), 'utf8');
const leafFile = (name: string) => readFileSync(join(fixture.folder, 'pki', `${name}.crt`), 'utf8');
const holders = () => fixture.parts.core.stores.adminSecrets.listHolders('ca_key');
const isOf = (leaf: string, ca: string) =>
  new X509Certificate(leaf).verify(new X509Certificate(ca).publicKey);

async function evictEve(): Promise<void> {
  fixture.parts.principals.disable(ada.actor, eve.actor.principal_id);
  await fixture.parts.vault.whenIdle();
}

function issue(name: string) {
  const groups = [{ security_group_id: vault.security_group_id, role: 'viewer' as const }];
  return fixture.parts.credentials.create(ada.actor, { name, groups });
}

async function passDays(days: number): Promise<void> {
  fixture.time.nowMs += days * DAY_MS;
  ada = await comeBack();
}

describe('the CA, once an administrator has left,', () => {
  test('is another, sealed to those who stayed and signed into the list; what it issued before stays', async () => {
    const script = await issue('script');
    await evictEve();
    const { pki, core } = fixture.parts;
    expect(pki.caKeyPem()).not.toBe(oldKey);
    expect(holders()).toEqual([ada.actor.principal_id]);
    expect(parseCertificates(caFile())).toHaveLength(2);
    expect(caFile().endsWith(oldCa)).toBe(true);
    expect(core.ledger.state().ca?.sha256).toBe(
      new X509Certificate(caFile()).fingerprint256.replaceAll(':', '').toLowerCase(),
    );
    expect(isOf(leafFile('desktop'), caFile())).toBe(true);
    expect(isOf(leafFile('server'), oldCa)).toBe(true);
    const known = core.ledger.state().certificates;
    const fingerprint = new X509Certificate(script.certificate_pem).fingerprint256;
    expect(known.get(fingerprint.replaceAll(':', '').toLowerCase())?.revoked).toBe(false);
    const next = await issue('next');
    expect(isOf(next.certificate_pem, caFile())).toBe(true);
    expect(next.ca_pem).toBe(caFile());
  });

  test('is the same when somebody leaves who never held its key', async () => {
    const ben = await inviteAndJoin(fixture, ada.actor, { display_name: 'Ben', groups: [] });
    fixture.parts.principals.disable(ada.actor, ben.actor.principal_id);
    await fixture.parts.vault.whenIdle();
    expect(caFile()).toBe(oldCa);
    expect(fixture.parts.pki.caKeyPem()).toBe(oldKey);
  });

  test('is replaced at the next unlock of an administrator where the process ended before', async () => {
    fixture.parts.principals.disable(ada.actor, eve.actor.principal_id);
    await fixture.reopen();
    expect(caFile()).toBe(oldCa);
    ada = await comeBack();
    expect(parseCertificates(caFile())).toHaveLength(2);
    expect(fixture.parts.pki.caKeyPem()).not.toBe(oldKey);
    await fixture.reopen();
    const replaced = caFile();
    ada = await comeBack();
    expect(caFile()).toBe(replaced);
    expect(fixture.parts.pki.caKeyPem()).toContain('PRIVATE KEY');
  });

  test('comes to the folder at the next unlock where the process ended between rows and files', async () => {
    await evictEve();
    const replaced = caFile();
    writeFileSync(join(fixture.folder, 'pki', 'ca.crt'), oldCa);
    await fixture.reopen();
    // Rows alone are believed by nobody; who has a certificate of the new CA may shake hands all the same.
    expect(caFile()).toBe(oldCa);
    expect(parseCertificates(fixture.parts.pki.serverTls().ca)).toHaveLength(2);
    ada = await comeBack();
    expect(caFile()).toBe(replaced);
    expect(fixture.parts.pki.caKeyPem()).toContain('PRIVATE KEY');
    expect(fixture.parts.health.findings()).toEqual([]);
  });

  test('an older seal put back is not adopted: the list says which CA issues', async () => {
    const { adminSecrets } = fixture.parts.core.stores;
    const before = adminSecrets.find('ca_key', ada.actor.principal_id) ?? new Uint8Array();
    await evictEve();
    fixture.parts.core.stores.adminSecrets.insert('ca_key', ada.actor.principal_id, before);
    await fixture.reopen();
    ada = await comeBack();
    expect(fixture.parts.pki.caKeyPem()).toBeUndefined();
    await fixture.parts.health.whenIdle();
    expect(fixture.parts.health.findings()).toMatchObject([{ code: 'certificate_damaged' }]);
  });

  test('rows of it that were changed leave what the file says, and keep nobody out', async () => {
    await evictEve();
    const replaced = caFile();
    for (const column of ['certificate_pem', 'rollover_pem']) {
      fixture.parts.db.prepare(`UPDATE authorities SET ${column} = 'x' WHERE seq = 2`).run();
      await fixture.reopen();
      ada = await comeBack();
      expect(caFile(), column).toBe(replaced);
      expect(fixture.parts.pki.caKeyPem(), column).toContain('PRIVATE KEY');
    }
  });
});

describe('the CA before it', () => {
  test('goes once its certificates were made anew and the new ones had time to arrive', async () => {
    const script = await issue('script');
    await evictEve();
    await passDays(CA_KEPT_DAYS + 1);
    expect(parseCertificates(caFile())).toHaveLength(2);
    await fixture.parts.credentials.renew(ada.actor, script.credential_id);
    await passDays(1);
    expect(parseCertificates(caFile())).toHaveLength(2);
    await passDays(CA_KEPT_DAYS);
    expect(parseCertificates(caFile())).toHaveLength(1);
    expect(isOf(leafFile('server'), caFile())).toBe(true);
    expect(parseCertificates(leafFile('server'))).toHaveLength(1);
    await fixture.reopen();
    expect(parseCertificates(fixture.parts.pki.caPem())).toHaveLength(1);
  });

  test('goes with the credential that was ended', async () => {
    const script = await issue('script');
    await evictEve();
    fixture.parts.credentials.revoke(ada.actor, script.credential_id);
    await passDays(CA_KEPT_DAYS + 1);
    expect(parseCertificates(caFile())).toHaveLength(1);
  });

  test('is followed by a server certificate that has to be made anew meanwhile', async () => {
    await issue('script');
    await evictEve();
    await fixture.parts.pki.renewLeaves(['server']);
    const [leaf, rollover] = parseCertificates(leafFile('server'));
    const [newest, older] = parseCertificates(caFile());
    if (!leaf || !rollover || !newest || !older) throw new Error('leaf, rollover and both CAs are there');
    expect(leaf.verify(newest.publicKey)).toBe(true);
    expect(rollover.verify(older.publicKey)).toBe(true);
    expect(createPublicKey(rollover.publicKey.export({ type: 'spki', format: 'pem' }))).toEqual(
      newest.publicKey,
    );
  });
});

test('a clock far ahead over several starts leaves every certificate trusted once it is right', async () => {
  const script = await issue('script');
  const rightMs = fixture.time.nowMs;
  fixture.time.lastKnownMs = rightMs;
  for (const _start of [1, 2, 3]) {
    fixture.time.nowMs = Math.max(fixture.time.nowMs, rightMs + 4_000 * DAY_MS) + DAY_MS;
    await fixture.reopen();
    ada = await comeBack();
    fixture.time.lastKnownMs = fixture.time.nowMs;
  }
  fixture.time.nowMs = rightMs + DAY_MS;
  await fixture.reopen();
  ada = await comeBack();
  const trusted = parseCertificates(caFile());
  const certificate = new X509Certificate(script.certificate_pem);
  expect(trusted.some((ca) => certificate.verify(ca.publicKey))).toBe(true);
});

test('a CA that would end before what it issues is replaced at an unlock, and trusted where the clock may be wrong', async () => {
  await passDays(8.5 * 365.25);
  const [newest, older] = parseCertificates(caFile());
  expect(newest?.raw).not.toEqual(new X509Certificate(oldCa).raw);
  expect(older?.raw).toEqual(new X509Certificate(oldCa).raw);
});
