/** Tests certificate authorities that somebody who writes the database puts among the vault's rows. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import { CA_KEY, sealCaKey } from '#server/identity/core/sealed-ca-key.ts';
import { newCaName } from '#server/identity/enrollment/ca-name.ts';
import { generateCa, type KeyAndCertificate } from '#server/identity/enrollment/certificate-authority.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import {
  type AccessFixture,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  openActor,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;
let foreign: KeyAndCertificate;

beforeEach(async () => {
  fixture = await createAccessFixture();
  onTestFinished(fixture.dispose);
  vault = await initPraxis(fixture);
  ada = await comeBack();
  foreign = await generateCa(newCaName(), fixture.time.nowMs, fixture.time.nowMs);
});

const comeBack = () => openActor(fixture, { recovery_key: vault.recovery_key });
const caFile = () => readFileSync(join(fixture.folder, 'pki', 'ca.crt'), 'utf8');

/** Writes the row of a CA, and its key sealed to Ada, as whoever writes the database can. */
function plant({ isNewest }: { readonly isNewest: boolean }): void {
  const { core, db, commits } = fixture.parts;
  const { principals, trust } = core.ledger.state();
  const store = createAuthoritiesStore(db);
  const planted = { certificate_pem: foreign.certificatePem, rollover_pem: null };
  const own = store.listAuthorities();
  commits.writeNow(() => {
    store.deleteAllAuthorities();
    const rows = own.length > 0 ? own : [{ certificate_pem: caFile(), rollover_pem: null }];
    for (const row of isNewest ? [...rows.toReversed(), planted] : [planted, ...rows.toReversed()])
      store.insertAuthority(row);
    if (!isNewest) return;
    const id = ada.actor.principal_id;
    const kem = principals.get(id)?.public_keys.kem ?? new Uint8Array();
    core.stores.adminSecrets.insert(
      CA_KEY,
      id,
      sealCaKey(kem, id, trust.workspace_id, foreign.privateKeyPem),
    );
  });
}

async function issuedCa(): Promise<string> {
  const groups = [{ security_group_id: vault.security_group_id, role: 'viewer' as const }];
  return (await fixture.parts.credentials.create(ada.actor, { name: 'script', groups })).ca_pem;
}

async function codes(): Promise<string[]> {
  await fixture.parts.health.whenIdle();
  return fixture.parts.health.findings().map(({ code }) => code);
}

describe('an authority put among the rows', () => {
  test('with its key sealed to an administrator issues nothing and is handed to nobody', async () => {
    const own = caFile();
    plant({ isNewest: true });
    await fixture.reopen();
    expect(caFile()).toBe(own);
    ada = await comeBack();
    expect(fixture.parts.pki.caKeyPem()).toBeUndefined();
    expect(caFile()).toBe(own);
    expect(fixture.parts.pki.caPem()).toBe(own);
    expect(await codes()).toContain('certificate_damaged');
  });

  test('as an older one is handed to nobody, at the next start and while the vault is served', async () => {
    const own = caFile();
    plant({ isNewest: false });
    fixture.parts.pki.follow();
    expect(await issuedCa()).toBe(own);
    await fixture.reopen();
    ada = await comeBack();
    expect(await issuedCa()).toBe(own);
    expect(caFile()).toBe(own);
    expect(await codes()).toContain('certificate_damaged');
  });

  test('instead of the vault’s own leaves the vault’s own in use', async () => {
    const own = caFile();
    fixture.parts.commits.writeNow(() =>
      createAuthoritiesStore(fixture.parts.db).insertAuthority({
        certificate_pem: foreign.certificatePem,
        rollover_pem: null,
      }),
    );
    fixture.parts.pki.follow();
    await fixture.reopen();
    ada = await comeBack();
    expect(fixture.parts.pki.caKeyPem()).toContain('PRIVATE KEY');
    expect(await issuedCa()).toBe(own);
  });

  test('after a server without a file of its own began with the rows is handed to nobody', async () => {
    const own = caFile();
    fixture.parts.commits.writeNow(() =>
      createAuthoritiesStore(fixture.parts.db).insertAuthority({ certificate_pem: own, rollover_pem: null }),
    );
    rmSync(join(fixture.folder, 'pki', 'ca.crt'));
    await fixture.reopen();
    ada = await comeBack();
    expect(caFile()).toBe(own);
    plant({ isNewest: false });
    fixture.parts.pki.follow();
    expect(await issuedCa()).toBe(own);
    expect(caFile()).toBe(own);
  });

  test('beside one that was replaced is handed to nobody either', async () => {
    const eve = await inviteAndJoin(fixture, ada.actor, { display_name: 'Eve', is_admin: true, groups: [] });
    fixture.parts.principals.disable(ada.actor, eve.actor.principal_id);
    await fixture.parts.vault.whenIdle();
    const own = caFile();
    plant({ isNewest: false });
    await fixture.reopen();
    ada = await comeBack();
    expect(await issuedCa()).toBe(own);
    expect(fixture.parts.pki.caPem()).toBe(own);
  });
});
