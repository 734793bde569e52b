/** Tests with which certificates a passphrase unlocks. Source: choices, third part, "Secrets". */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionOpenBody } from '#contract/access/session.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let vault: VaultCreated;
let actor: Actor;

beforeEach(async () => {
  fixture = await createAccessFixture();
  const owner = { display_name: 'Dr. Ada Brandt' };
  vault = await fixture.parts.vault.init({ name: 'Praxis', owner, passphrase: PASSPHRASE });
  ({ actor } = await openActor(fixture, { passphrase: PASSPHRASE }, peerOf('desktop')));
});
afterEach(() => fixture.dispose());

const open = (peer: Peer, body: SessionOpenBody = { passphrase: PASSPHRASE }) =>
  codeOf(() => fixture.parts.sessions.open(body, peer));

/** Issues a certificate with a role, or for a workstation. */
async function certificate(name: string, isWorkstation: boolean): Promise<Peer> {
  const groups = isWorkstation
    ? []
    : [{ security_group_id: vault.security_group_id, role: 'viewer' } as const];
  const { client_cn } = await fixture.parts.credentials.create(actor, { name, groups });
  return { ...peerOf(name), cn: client_cn };
}

test('any certificate will do where an administrator says so', async () => {
  await fixture.parts.settings.patch(actor, { passphrase_certificates: 'any' });
  expect(await open(await certificate('script', false))).toBe('none');
});

test('any will do in a vault that was made before there was a choice', async () => {
  const script = await certificate('script', false);
  // The signed record and the row contain no value of it.
  await fixture.parts.settings.patch(actor, { passphrase_certificates: 'any' });
  fixture.parts.db.exec('UPDATE settings SET passphrase_certificates = NULL');
  await fixture.reopen();
  expect(await open(script)).toBe('none');
  expect(fixture.parts.settings.current().passphrase_certificates).toBe('any');
});

describe('only known ones will do in a new vault', () => {
  test('by its settings', () => {
    expect(fixture.parts.settings.current().passphrase_certificates).toBe('known');
  });

  test('the passphrase opens behind the desktop and a workstation, and not behind a script, right or wrong', async () => {
    const script = await certificate('script', false);
    expect(await open(script)).toBe('permission_denied');
    expect(await open(script, { passphrase: 'not it at all, no' })).toBe('permission_denied');
    expect(await open(peerOf('desktop'))).toBe('none');
    expect(await open(await certificate('reading room', true))).toBe('none');
  });

  test('and behind a certificate the person has opened with by another secret', async () => {
    const script = await certificate('script', false);
    expect(await open(script, { recovery_key: vault.recovery_key })).toBe('none');
    expect(await open(script)).toBe('none');
  });

  test('the same holds after a restart, before anybody has unlocked', async () => {
    const script = await certificate('script', false);
    const workstation = await certificate('reading room', true);
    await fixture.reopen();
    expect(await open(script)).toBe('permission_denied');
    expect(await open(workstation)).toBe('none');
  });

  test('what a person opened with is known again after a clock was far ahead, over one start or two', async () => {
    for (const starts of [1, 2]) {
      const script = await certificate(`script ${starts}`, false);
      expect(await open(script, { recovery_key: vault.recovery_key })).toBe('none');
      const rightMs = fixture.time.nowMs;
      fixture.time.lastKnownMs = rightMs;
      for (let start = 0; start < starts; start += 1) {
        fixture.time.nowMs = rightMs + (500 + start) * 86_400_000;
        await fixture.reopen();
        fixture.parts.commits.writeNow(() => fixture.parts.sessions.deleteOutlivedFailures());
        expect(await open(peerOf('desktop'))).toBe('none');
        fixture.time.lastKnownMs = fixture.time.nowMs;
      }
      fixture.time.nowMs = rightMs + 86_400_000;
      await fixture.reopen();
      ({ actor } = await openActor(fixture, { passphrase: PASSPHRASE }, peerOf('desktop')));
      expect(await open(script)).toBe('none');
    }
  });

  test('a row that was changed behind the back of the vault lets nobody in', async () => {
    const script = await certificate('script', false);
    fixture.parts.db.exec('UPDATE settings SET passphrase_certificates = NULL');
    await fixture.reopen();
    expect(await open(peerOf('desktop'))).toBe('none');
    expect(await open(script)).toBe('permission_denied');
  });
});
