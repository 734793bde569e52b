import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  OTHER_PASSPHRASE,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

const HOUR_MS = 3_600_000;

let fixture: AccessFixture;
let vault: VaultCreated;
let credential: CredentialCreated;

function openWith(
  body: Parameters<AccessFixture['parts']['sessions']['open']>[0],
  peer = peerOf('client-a'),
) {
  return codeOf(() => fixture.parts.sessions.open(body, peer));
}

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await fixture.parts.vault.init({
    name: 'Praxis am Markt',
    owner: { display_name: 'Ada' },
    passphrase: PASSPHRASE,
  });
  const { actor } = await openActor(fixture, { passphrase: PASSPHRASE });
  credential = await fixture.parts.credentials.create(actor, {
    name: 'Night import',
    groups: [{ security_group_id: vault.security_group_id, role: 'editor' }],
    expires_at: new Date(fixture.time.nowMs + 6 * HOUR_MS).toISOString(),
  });
});
afterAll(() => fixture.dispose());

describe('open', () => {
  test('asks for exactly one method with its own fields', async () => {
    for (const body of [
      {},
      { passphrase: PASSPHRASE, token: credential.token },
      { principal_id: credential.principal_id },
      { recovery_key: vault.recovery_key, principal_id: credential.principal_id },
      { invite_code: 'A' },
      { token: credential.token, new_passphrase: OTHER_PASSPHRASE },
    ]) {
      expect(await openWith(body)).toBe('invalid_request');
    }
  });

  test('accepts the recovery key as people copy it, and no other', async () => {
    const sloppy = vault.recovery_key.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    const { actor } = await openActor(fixture, { recovery_key: sloppy });
    expect(actor.is_admin).toBe(true);
    const wrong = `${vault.recovery_key.slice(0, -1)}${vault.recovery_key.endsWith('A') ? 'B' : 'A'}`;
    expect(await openWith({ recovery_key: wrong })).toBe('credential_rejected');
  });

  test('accepts a token behind any certificate, with its own role and no more', async () => {
    const { actor, session } = await openActor(fixture, { token: credential.token }, peerOf('another'));
    expect(session.principal).toMatchObject({ kind: 'sdk', is_admin: false, display_name: 'Night import' });
    expect(actor.groupIds()).toEqual([vault.security_group_id]);
    expect(actor.roleIn(vault.security_group_id)).toBe('editor');
    expect(session.expires_at).toBe(new Date(fixture.time.nowMs + 6 * HOUR_MS).toISOString());
  });

  test('rejects a token that was cut, changed, or belongs elsewhere', async () => {
    const [prefix, payload, secret, sum] = credential.token.split('.');
    const other = Buffer.from(JSON.stringify({ workspace_id: 'x' })).toString('base64url');
    for (const token of [
      '',
      'srv1',
      'srv1.\ud800.a.b',
      credential.token.slice(0, -1),
      `${prefix}.${other}.${secret}.${sum}`,
      `${prefix}.${payload}.${secret}`,
    ]) {
      expect(await openWith({ token }, peerOf(`t${token.length}`))).toBe('credential_rejected');
    }
  });

  test('opens by device secret behind the desktop certificate only', async () => {
    const desktop = peerOf('desktop');
    const { actor, session_token } = await openActor(fixture, { passphrase: PASSPHRASE }, desktop);
    const { sessions } = fixture.parts;
    const live = sessions.find(session_token, desktop);
    const make = (peer: Peer) =>
      sessions.createDeviceSecret(actor, live, peer, { current_passphrase: PASSPHRASE });
    expect(await codeOf(() => make(peerOf('client-a')))).toBe('permission_denied');
    const first = await make(desktop);
    const second = await make(desktop);
    expect(await openWith(second)).toBe('permission_denied');
    expect(await openWith(first, desktop)).toBe('credential_rejected');
    expect((await openActor(fixture, second, desktop)).actor.principal_id).toBe(actor.principal_id);
    expect(sessions.deleteDeviceSecret(actor, desktop)).toEqual({ removed: true });
    expect(sessions.deleteDeviceSecret(actor, desktop)).toEqual({ removed: false });
    expect(await openWith(second, desktop)).toBe('credential_rejected');
  });

  test('tells the first member of a group that its keys are here, and that they are gone', async () => {
    const { sessions } = fixture.parts;
    const unlocked: string[] = [];
    const gone: string[] = [];
    sessions.onUnlocked((actor) => unlocked.push(actor.principal_id));
    sessions.onGroupKeysGone((sg) => gone.push(sg));
    const mine = await openActor(fixture, { passphrase: PASSPHRASE });
    expect(unlocked).toEqual([mine.actor.principal_id]);
    sessions.lock(sessions.find(mine.session_token, peerOf('client-a')), { all: true });
    expect(gone).toEqual([vault.security_group_id]);
    expect(mine.actor.keyRing.hasGroupKey(vault.security_group_id)).toBe(false);
    expect(mine.actor.macKey.every((byte) => byte === 0)).toBe(true);
    expect(fixture.parts.pki.caKeyPem()).toBeUndefined();
  });

  test('rejects an expired token', async () => {
    fixture.time.nowMs += 6 * HOUR_MS;
    expect(await openWith({ token: credential.token })).toBe('credential_rejected');
  });
});

describe('broken text', () => {
  test('in any secret is a rejected secret', async () => {
    const lone = '\ud800 and more than twelve';
    for (const body of [{ passphrase: lone }, { recovery_key: lone }, { token: lone }]) {
      expect(await openWith(body, peerOf('desktop'))).toBe('credential_rejected');
    }
    expect(await openWith({ invite_code: lone, new_passphrase: lone }, peerOf('broken'))).toBe(
      'credential_rejected',
    );
  });
});

describe('failed openings', () => {
  const peer = peerOf('guesser');

  async function guess(): Promise<unknown> {
    return fixture.parts.sessions.open({ recovery_key: 'wrong' }, peer).catch((error: unknown) => error);
  }

  test('wait ever longer from the fifth on, per certificate, and say how long', async () => {
    for (const _ of Array(5).keys()) expect(await guess()).toMatchObject({ code: 'credential_rejected' });
    expect(await guess()).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } });
    expect(await openWith({ recovery_key: vault.recovery_key }, peer)).toBe('rate_limited');
    expect(await openWith({ recovery_key: vault.recovery_key }, peerOf('innocent'))).toBe('none');
    fixture.time.nowMs += 1_000;
    expect(await guess()).toMatchObject({ code: 'credential_rejected' });
    expect(await guess()).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '2' } });
    fixture.time.nowMs += 2_000;
    expect(await guess()).toMatchObject({ code: 'credential_rejected' });
    expect(await guess()).toMatchObject({ headers: { 'retry-after': '4' } });
  });

  test('are forgiven by one that succeeds', async () => {
    fixture.time.nowMs += 4_000;
    expect(await openWith({ recovery_key: vault.recovery_key }, peer)).toBe('none');
    expect(await guess()).toMatchObject({ code: 'credential_rejected' });
    expect(await guess()).toMatchObject({ code: 'credential_rejected' });
  });

  test('cannot be raced: of many at once, five are tried', async () => {
    const racer = peerOf('racer');
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => openWith({ recovery_key: 'wrong' }, racer)),
    );
    expect(codes.filter((code) => code === 'credential_rejected')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
  });

  test('count only rejected secrets, not malformed requests', async () => {
    const careless = peerOf('careless');
    for (const _ of Array(8).keys()) expect(await openWith({}, careless)).toBe('invalid_request');
    expect(await openWith({ recovery_key: vault.recovery_key }, careless)).toBe('none');
  });

  test('say nothing of the secret that was tried', async () => {
    const refusal: unknown = await fixture.parts.sessions
      .open({ token: 'srv1.canary-token' }, peerOf('quiet'))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(VaultError);
    expect(JSON.stringify(refusal) + String(refusal)).not.toContain('canary');
  });
});
