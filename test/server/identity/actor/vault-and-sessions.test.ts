import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { fingerprint } from '#crypto/principals/principal-keys.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let created: VaultCreated;

const BODY = { name: 'Praxis am Markt', owner: { display_name: 'Dr. Ada Brandt' }, passphrase: PASSPHRASE };

beforeAll(async () => {
  fixture = await createAccessFixture();
});
afterAll(() => fixture.dispose());

describe('init', () => {
  test('refuses whatever needs a vault before there is one', async () => {
    const { vault, sessions } = fixture.parts;
    expect(vault.state()).toEqual({
      state: 'uninitialized',
      workspace_id: null,
      name: null,
      founder_key: null,
      persons: [],
    });
    expect(await codeOf(() => sessions.open({ passphrase: PASSPHRASE }, peerOf('client-a')))).toBe(
      'not_initialized',
    );
  });

  test('refuses weak passphrases with advice and without repeating them', async () => {
    const { vault } = fixture.parts;
    for (const passphrase of [
      'Short1!',
      'aaaaaaaaaaaa',
      'password1234',
      'praxis am markt',
      'Dr. Ada Brandt',
    ]) {
      const refusal = await vault.init({ ...BODY, passphrase }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'invalid_request' });
      expect(String(refusal)).not.toContain(passphrase);
    }
    expect(vault.state().state).toBe('uninitialized');
  });

  test('makes the vault once, even when asked twice at the same time', async () => {
    const { vault, pki } = fixture.parts;
    const results = await Promise.allSettled([vault.init(BODY), vault.init(BODY)]);
    const [won] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (won === undefined) throw new Error('no initialisation succeeded');
    created = won;
    expect(results.filter((result) => result.status === 'rejected')).toMatchObject([
      { reason: { code: 'already_initialized' } },
    ]);
    expect(await codeOf(() => vault.init(BODY))).toBe('already_initialized');
    expect(vault.state()).toMatchObject({
      state: 'ready',
      workspace_id: created.workspace_id,
      persons: [{ display_name: 'Dr. Ada Brandt' }],
    });
    expect(pki.caKeyPem()).toBeUndefined();
  });

  test('says the founder’s key as a signed report proves it', async () => {
    const { vault, core } = fixture.parts;
    const { actor } = await openActor(fixture, { passphrase: PASSPHRASE });
    const founder = core.ledger.state().principals.get(actor.principal_id);
    expect(founder && encodeHex(fingerprint(founder.public_keys))).toBe(vault.state().founder_key);
  });
});

describe('open', () => {
  test('opens by passphrase with keys, role and the CA key', async () => {
    const { actor, session, session_token } = await openActor(fixture, { passphrase: PASSPHRASE });
    expect(session_token).toMatch(/^[\w-]{43}$/);
    expect(session.groups).toEqual([
      {
        security_group_id: created.security_group_id,
        name: 'Praxis am Markt',
        role: 'owner',
        key_available: true,
      },
    ]);
    expect(actor.roleIn(created.security_group_id)).toBe('owner');
    expect(actor.keyRing.currentGroupKey(created.security_group_id).generation).toBe(1);
    expect(fixture.parts.pki.caKeyPem()).toContain('PRIVATE KEY');
  });
});
