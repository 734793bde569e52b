import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import type { PassphraseBody, PresentSecretBody } from '#contract/access/session.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  type OpenedActor,
  OTHER_PASSPHRASE,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

const peer = peerOf('client-a');

let fixture: AccessFixture;
let vault: VaultCreated;
let credential: CredentialCreated;

function change(opened: OpenedActor, body: PassphraseBody): Promise<void> {
  const { sessions } = fixture.parts;
  return sessions.setPassphrase(opened.actor, sessions.find(opened.session_token, peer), body);
}

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  const { actor } = await openActor(fixture, { recovery_key: vault.recovery_key });
  credential = await fixture.parts.credentials.create(actor, {
    name: 'script',
    groups: [{ security_group_id: vault.security_group_id, role: 'owner' }],
  });
});
afterAll(() => fixture.dispose());

describe('setPassphrase', () => {
  test('needs the current passphrase in a session opened by passphrase', async () => {
    const opened = await openActor(fixture, { passphrase: PASSPHRASE });
    const without = await codeOf(() => change(opened, { passphrase: OTHER_PASSPHRASE }));
    expect(without).toBe('credential_rejected');
    const wrong = { passphrase: OTHER_PASSPHRASE, current_passphrase: 'not the current one' };
    expect(await codeOf(() => change(opened, wrong))).toBe('credential_rejected');
    const weak = { passphrase: 'aaaaaaaaaaaa', current_passphrase: PASSPHRASE };
    expect(await codeOf(() => change(opened, weak))).toBe('invalid_request');
    await change(opened, { passphrase: OTHER_PASSPHRASE, current_passphrase: PASSPHRASE });
    const { sessions } = fixture.parts;
    expect(await codeOf(() => sessions.open({ passphrase: PASSPHRASE }, peer))).toBe('credential_rejected');
    expect(await codeOf(() => sessions.open({ passphrase: OTHER_PASSPHRASE }, peer))).toBe('none');
  });

  test('takes a recovery key instead of a forgotten passphrase', async () => {
    const opened = await openActor(fixture, { recovery_key: vault.recovery_key });
    await change(opened, { passphrase: PASSPHRASE });
    expect((await openActor(fixture, { passphrase: PASSPHRASE })).actor.is_admin).toBe(true);
  });

  test('reads a passphrase the same however its letters are composed', async () => {
    const opened = await openActor(fixture, { recovery_key: vault.recovery_key });
    await change(opened, { passphrase: 'Zählwerk Küste Blütenstaub' });
    const decomposed = { passphrase: 'Zählwerk Küste Blütenstaub'.normalize('NFD') };
    expect(await codeOf(() => openActor(fixture, decomposed))).toBe('none');
    await change(opened, { passphrase: PASSPHRASE });
  });

  test('seals nothing under a key that was wiped while Argon2id ran', async () => {
    const opened = await openActor(fixture, { recovery_key: vault.recovery_key });
    const { sessions } = fixture.parts;
    const changing = change(opened, { passphrase: PASSPHRASE });
    await new Promise(setImmediate);
    sessions.lock(sessions.find(opened.session_token, peer), { all: true });
    await changing.catch(() => undefined);
    expect((await openActor(fixture, { passphrase: PASSPHRASE })).actor.is_admin).toBe(true);
  });
});

describe('renewRecoveryKey', () => {
  test('voids the old key', async () => {
    const { sessions } = fixture.parts;
    const { actor, session_token } = await openActor(fixture, { recovery_key: vault.recovery_key });
    const live = sessions.find(session_token, peer);
    const { recovery_key } = await sessions.renewRecoveryKey(actor, live, null);
    const old = { recovery_key: vault.recovery_key };
    expect(await codeOf(() => sessions.open(old, peer))).toBe('credential_rejected');
    expect(await codeOf(() => sessions.open({ recovery_key }, peer))).toBe('none');
  });

  test('is for persons, like passphrase and device secret', async () => {
    const { sessions } = fixture.parts;
    const script = await openActor(fixture, { token: credential.token });
    const live = sessions.find(script.session_token, peer);
    expect(await codeOf(() => sessions.renewRecoveryKey(script.actor, live, null))).toBe('permission_denied');
    expect(await codeOf(() => change(script, { passphrase: OTHER_PASSPHRASE }))).toBe('permission_denied');
    const desktop = peerOf('desktop');
    expect(await codeOf(() => sessions.createDeviceSecret(script.actor, live, desktop, null))).toBe(
      'permission_denied',
    );
  });

  test.each(['renewRecoveryKey', 'renewRecoveryShares', 'createDeviceSecret'] as const)(
    '%s asks for a present secret: a session alone is not the account',
    async (what) => {
      const { sessions } = fixture.parts;
      const desktop = peerOf('desktop');
      const { actor, session_token } = await openActor(fixture, { passphrase: PASSPHRASE }, desktop);
      const live = sessions.find(session_token, desktop);
      const attempt = (body: PresentSecretBody) =>
        codeOf(() =>
          what === 'createDeviceSecret'
            ? sessions.createDeviceSecret(actor, live, desktop, body)
            : sessions[what](actor, live, body),
        );
      expect(await attempt(null)).toBe('credential_rejected');
      expect(await attempt({})).toBe('credential_rejected');
      expect(await attempt({ current_passphrase: 'not the current one' })).toBe('credential_rejected');
      expect(await attempt({ current_passphrase: PASSPHRASE })).toBe('none');
    },
  );
});

describe('the session of a person', () => {
  test('says when each way into the account was made, while it is unlocked', async () => {
    const { sessions } = fixture.parts;
    const { actor, session_token } = await openActor(fixture, { passphrase: PASSPHRASE });
    const live = sessions.find(session_token, peer);
    const before = sessions.view(live).secrets;
    expect(before?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['passphrase', 'recovery']));
    fixture.time.nowMs += 60_000;
    await sessions.renewRecoveryKey(actor, live, { current_passphrase: PASSPHRASE });
    const { secrets, session_id } = sessions.view(live);
    const changed = secrets?.filter(({ kind, made_at }) =>
      before?.every((each) => each.kind !== kind || each.made_at !== made_at),
    );
    expect(changed).toEqual([{ kind: 'recovery', made_at: new Date(fixture.time.nowMs).toISOString() }]);
    expect(sessions.lock(live, { all: false })).not.toHaveProperty('secrets');
    expect(session_id).toBe(live.session_id);
    const script = await openActor(fixture, { token: credential.token });
    expect(sessions.view(sessions.find(script.session_token, peer))).not.toHaveProperty('secrets');
  });
});

describe('preferences', () => {
  test('come back as put, per principal, and are sealed at rest', async () => {
    const { sessions, db } = fixture.parts;
    const { actor } = await openActor(fixture, { passphrase: PASSPHRASE });
    const script = await openActor(fixture, { token: credential.token });
    expect(sessions.getPreferences(actor)).toEqual({});
    const wanted = { views: [{ name: 'Canary heart failure' }], 'lone \ud800': null, deep: { a: [1, 2.5] } };
    await sessions.putPreferences(actor, wanted);
    expect(sessions.getPreferences(actor)).toEqual(wanted);
    expect(sessions.getPreferences(script.actor)).toEqual({});
    const packed: unknown = db.prepare('SELECT packed FROM preferences').pluck().get();
    expect(packed instanceof Uint8Array && Buffer.from(packed).includes('Canary')).toBe(false);
  });

  test('do not open in another principal’s row', async () => {
    const { sessions, db } = fixture.parts;
    const script = await openActor(fixture, { token: credential.token });
    db.prepare(
      `INSERT INTO preferences (principal_id, packed) SELECT ?, packed FROM preferences WHERE true
       ON CONFLICT (principal_id) DO UPDATE SET packed = excluded.packed`,
    ).run(script.actor.principal_id);
    expect(await codeOf(() => sessions.getPreferences(script.actor))).toBe('CryptoError');
  });

  test('larger than 256 KiB are refused', async () => {
    const { sessions } = fixture.parts;
    const { actor } = await openActor(fixture, { passphrase: PASSPHRASE });
    const text = 'x'.repeat(256 * 1024 - 8);
    expect(await codeOf(() => sessions.putPreferences(actor, { a: `${text}x` }))).toBe('invalid_request');
    expect(await codeOf(() => sessions.putPreferences(actor, { a: text }))).toBe('none');
    expect(sessions.getPreferences(actor)).toEqual({ a: text });
  });
});
