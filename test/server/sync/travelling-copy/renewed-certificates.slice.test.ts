/** Tests that a copy keeps syncing when certificates change: the home vault's, its CA, and the copy's own. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { CA_KEPT_DAYS } from '#contract/limits.ts';
import { shareNewerCredential } from '#sdk/node/renew-folder.ts';
import { isIssuedBy, parseCertificates } from '#server/identity/actor/parse-certificate.ts';
import { createTestClock } from '#test/support/clock.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { type Clinic, startClinic } from '#test/support/travelling.ts';
import { textOf, write, written } from './exam-texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function clinicFiles({ dataDir }: { readonly dataDir: string }) {
  const folder = join(dataDir, 'clinic');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { folder, read, cas: () => parseCertificates(read('ca.crt')), cert: () => read('client.crt') };
}

/** Replaces the CA in the background, as when an administrator leaves. */
async function replaceCa(clinic: Clinic): Promise<void> {
  const { principals } = clinic.client();
  const authorities = () => parseCertificates(readFileSync(join(clinic.dataDir, 'pki', 'ca.crt'), 'utf8'));
  const before = authorities().length;
  const eve = await principals.invite({ display_name: 'Eve', is_admin: true, groups: [] });
  await principals.disable(eve.principal_id);
  await vi.waitFor(() => expect(authorities()).toHaveLength(before + 1), { timeout: 240_000 });
}

describe('certificates of a clinic and its copy', () => {
  test('the clinic’s own made anew changes nothing', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'common');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await clinic.client().certificates.renew({ kinds: ['server'] });
    await write(laptop.client, exam, 'written away');
    expect(await laptop.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    expect(await textOf(clinic.client(), exam)).toBe('written away');
  });

  test('of another authority: the copy has one under it with its next exchange, and outlives the one before', async () => {
    // In the past, so that certificates issued at the end are valid by then.
    const clock = createTestClock(Date.now() - (CA_KEPT_DAYS + 10) * DAY_MS);
    const clinic = await startClinic({ clock });
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const { cas, cert, folder } = clinicFiles(laptop);
    const before = cert();
    await replaceCa(clinic);
    await laptop.exchange();
    expect(cas()).toHaveLength(2);
    expect(cert()).not.toBe(before);
    const [leaf, newest] = [parseCertificates(cert())[0], cas()[0]];
    expect(leaf && newest && isIssuedBy(leaf, newest)).toBe(true);
    expect(statSync(join(folder, 'client.key')).mode & 0o777).toBe(0o600);
    const renewed = cert();
    await laptop.exchange();
    expect(cert()).toBe(renewed);
    // The earlier CA is no longer trusted after the transition period.
    await clinic.stop();
    clock.advance((CA_KEPT_DAYS + 1) * DAY_MS);
    await clinic.start();
    await clinic.client().certificates.renew({});
    const again = await laptop.reopen();
    expect((await again.exchange()).clinic.standing).toBe('with');
  });

  test('its own is made anew before its end, by itself, whoever travels', async () => {
    const clinic = await startClinic();
    const bea = await clinic.invite('editor');
    const clock = createTestClock(Date.now());
    const laptop = await clinic.takeAlong({ person: bea, clock });
    const first = await laptop.exchange();
    const { cert } = clinicFiles(laptop);
    const before = cert();
    expect(first.clinic.certificate_ends_at).toBe(parseCertificates(before)[0]?.validToDate.toISOString());
    await laptop.client.session.lock();
    clock.advance(Date.parse(first.clinic.certificate_ends_at) - Date.now() - 29 * DAY_MS);
    await laptop.client.session.open({ passphrase: bea.passphrase });
    expect((await laptop.exchange()).clinic.standing).toBe('with');
    expect(cert()).not.toBe(before);
    expect((await laptop.exchange()).clinic.standing).toBe('with');
  });

  test('one that reaches groups is made anew for who may end it, and left to end for who may not', async () => {
    const clinic = await startClinic();
    const bea = await clinic.invite('editor');
    // A credential with groups is not a workstation unless allowed.
    await clinic.client().settings.patch({ passphrase_certificates: 'any' });
    const groups = [{ security_group_id: clinic.group, role: 'viewer' as const }];
    const made = await clinic.client().credentials.create({ name: 'Reads', groups });
    const folder = join(testTempDir(), 'reads');
    mkdirSync(folder, { mode: 0o700 });
    writeCredentialFolder(folder, made, [clinic.url]);
    const [hers, mine] = [
      await clinic.takeAlong({ credential: folder, person: bea }),
      await clinic.takeAlong({ credential: folder }),
    ];
    for (const { exchange } of [hers, mine]) await exchange();
    const [before, own] = [clinicFiles(hers).cert(), clinicFiles(mine).cert()];
    await replaceCa(clinic);
    for (const { exchange } of [hers, mine]) expect((await exchange()).clinic.standing).toBe('with');
    expect(clinicFiles(hers).cert()).toBe(before);
    expect(clinicFiles(mine).cert()).not.toBe(own);
  });

  test('two folders of one computer share what was issued last', async () => {
    // Earlier, because certificates are dated to the second and must be valid now.
    const clock = createTestClock(Date.now() - 60_000);
    const clinic = await startClinic({ clock });
    const [older, newer] = [await clinic.takeAlong(), await clinic.takeAlong()];
    await newer.exchange();
    clock.advance(30_000);
    await replaceCa(clinic);
    await newer.exchange();
    const [from, to] = [clinicFiles(newer), clinicFiles(older)];
    expect(to.cert()).not.toBe(from.cert());
    shareNewerCredential(from.folder, to.folder);
    for (const name of ['ca.crt', 'client.crt', 'client.key', 'token'])
      expect(to.read(name)).toBe(from.read(name));
    shareNewerCredential(to.folder, from.folder);
    expect((await older.exchange()).clinic.standing).toBe('with');
    await older.client.session.lock();
    await older.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect((await older.exchange()).clinic.standing).toBe('with');
  });
});
