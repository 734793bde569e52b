import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCredentialToken } from '#contract/access/credential-token.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { INVITE_LIFETIME_MS } from '#contract/limits.ts';
import { TOKEN_CODEC } from '#server/identity/actor/credential-token-codec.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  OTHER_PASSPHRASE,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';
import { newId } from '#test/support/ids.ts';

const peer = peerOf('client-a');

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;
let sg: SecurityGroupId;

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  sg = vault.security_group_id;
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
});
afterAll(() => fixture.dispose());

describe('invites', () => {
  test('turn into a passphrase and a recovery key, once', async () => {
    const { principals, sessions } = fixture.parts;
    const { invite_code, principal_id } = principals.invite(ada.actor, {
      display_name: 'Ben',
      groups: [{ security_group_id: sg, role: 'editor' }],
    });
    expect(fixture.parts.vault.state().persons).toHaveLength(1);
    const weak = { invite_code, new_passphrase: 'aaaaaaaaaaaa' };
    expect(await codeOf(() => sessions.open(weak, peer))).toBe('invalid_request');
    const body = { invite_code, new_passphrase: OTHER_PASSPHRASE };
    const raced = await Promise.allSettled([
      sessions.open(body, peerOf('one')),
      sessions.open(body, peerOf('two')),
    ]);
    const won = raced.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won).toHaveLength(1);
    expect(won[0]?.session).toMatchObject({
      principal: { principal_id, display_name: 'Ben', is_admin: false },
      groups: [{ role: 'editor', key_available: true }],
    });
    expect(await codeOf(() => sessions.open(body, peer))).toBe('credential_rejected');
    const recovery_key = won[0]?.recovery_key ?? '';
    expect(await codeOf(() => sessions.open({ recovery_key }, peer))).toBe('none');
    expect(
      fixture.parts.vault
        .state()
        .persons.map((person) => person.display_name)
        .toSorted(),
    ).toEqual(['Ada', 'Ben']);
  });

  test('make the passphrase ambiguous without a principal id', async () => {
    const { sessions } = fixture.parts;
    expect(await codeOf(() => sessions.open({ passphrase: PASSPHRASE }, peer))).toBe('invalid_request');
    const { principal_id } = ada.actor;
    expect(await codeOf(() => sessions.open({ passphrase: PASSPHRASE, principal_id }, peer))).toBe('none');
    const wrong = { passphrase: OTHER_PASSPHRASE, principal_id };
    expect(await codeOf(() => sessions.open(wrong, peer))).toBe('credential_rejected');
    const unknown = { passphrase: PASSPHRASE, principal_id: newId<PrincipalId>() };
    expect(await codeOf(() => sessions.open(unknown, peerOf('desktop')))).toBe('credential_rejected');
  });

  test('go stale after seven days', async () => {
    const { principals, sessions } = fixture.parts;
    const { invite_code, expires_at } = principals.invite(ada.actor, { display_name: 'Late', groups: [] });
    expect(Date.parse(expires_at) - fixture.time.nowMs).toBe(INVITE_LIFETIME_MS);
    fixture.time.nowMs += INVITE_LIFETIME_MS;
    const body = { invite_code, new_passphrase: OTHER_PASSPHRASE };
    expect(await codeOf(() => sessions.open(body, peer))).toBe('credential_rejected');
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  });

  test('are for administrators and for groups that exist, each once', async () => {
    const { principals } = fixture.parts;
    const ben = await openBen();
    const invite = (groups: { security_group_id: SecurityGroupId; role: 'viewer' }[], by = ada.actor) =>
      codeOf(() => principals.invite(by, { display_name: 'X', groups }));
    expect(await invite([], ben.actor)).toBe('permission_denied');
    expect(await invite([{ security_group_id: newId(), role: 'viewer' }])).toBe('not_found');
    const twice = { security_group_id: sg, role: 'viewer' } as const;
    expect(await invite([twice, twice])).toBe('invalid_request');
    expect(await codeOf(() => principals.list(ben.actor, {}))).toBe('permission_denied');
  });

  async function openBen(): Promise<OpenedActor> {
    const row = fixture.parts.vault.state().persons.find((person) => person.display_name === 'Ben');
    return openActor(fixture, { passphrase: OTHER_PASSPHRASE, principal_id: row?.principal_id ?? newId() });
  }
});

describe('disable', () => {
  test('shuts a person out for good, at once', async () => {
    const { principals, sessions, rotations } = fixture.parts;
    const eve = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Eve',
      groups: [{ security_group_id: sg, role: 'editor' }],
    });
    const before = ada.actor.keyRing.currentGroupKey(sg).generation;
    const disabled = principals.disable(ada.actor, eve.actor.principal_id);
    expect(disabled).toMatchObject({ state: 'disabled', groups: [] });
    expect(await codeOf(() => sessions.find(eve.session_token, peer))).toBe('session_rejected');
    const recovery_key = eve.recovery_key ?? '';
    expect(await codeOf(() => sessions.open({ recovery_key }, peer))).toBe('credential_rejected');
    await rotations.whenIdle();
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(before + 1);
    expect(principals.disable(ada.actor, eve.actor.principal_id)).toEqual(disabled);
    expect(await codeOf(() => principals.disable(ada.actor, newId()))).toBe('not_found');
  });

  test('spares the last administrator, an invited one not counting', async () => {
    const { principals, members } = fixture.parts;
    const me = ada.actor.principal_id;
    const { invite_code, principal_id } = principals.invite(ada.actor, {
      display_name: 'Fay',
      is_admin: true,
      groups: [{ security_group_id: sg, role: 'owner' }],
    });
    expect(await codeOf(() => principals.disable(ada.actor, me))).toBe('has_dependents');
    const fay = await openActor(fixture, { invite_code, new_passphrase: OTHER_PASSPHRASE });
    expect(fay.actor.is_admin).toBe(true);
    expect(
      principals.disable(
        fay.actor,
        principals.invite(fay.actor, { display_name: 'Y', groups: [] }).principal_id,
      ).state,
    ).toBe('disabled');
    members.put(ada.actor, sg, principal_id, { role: 'editor' });
    expect(await codeOf(() => principals.disable(fay.actor, me))).toBe('has_dependents');
  });
});

describe('credentials', () => {
  const role = 'viewer' as const;

  test('come with a certificate of our CA, its own key and a readable token', async () => {
    const { credentials, pki } = fixture.parts;
    const made = await credentials.create(ada.actor, {
      name: 'Röntgen Import!',
      groups: [{ security_group_id: sg, role }],
    });
    const certificate = new X509Certificate(made.certificate_pem);
    expect(certificate.verify(new X509Certificate(made.ca_pem).publicKey)).toBe(true);
    expect(certificate.subject).toBe(`CN=${made.client_cn}`);
    expect(made.client_cn).toMatch(/^[a-z0-9-]+-[0-9a-f]{8}$/);
    expect(pki.isIssuedCn(made.client_cn)).toBe(true);
    expect(parseCredentialToken(made.token, TOKEN_CODEC)?.payload).toMatchObject({
      workspace_id: vault.workspace_id,
      workspace_name: 'Praxis',
      principal_id: made.principal_id,
      name: 'Röntgen Import!',
      base_url: 'https://127.0.0.1:8743',
      groups: [{ security_group_id: sg, role, name: 'Praxis' }],
      expires_at: null,
    });
    expect(credentials.list(ada.actor, {}).items).toMatchObject([
      { credential_id: made.credential_id, groups: [{ security_group_id: sg, role }], revoked_at: null },
    ]);
  });

  test('are issued by owners for their own groups, scripts among them', async () => {
    const { credentials, groups } = fixture.parts;
    const body = { name: 'nightly', groups: [{ security_group_id: sg, role }] };
    const owner = await credentials.create(ada.actor, {
      name: 'owner script',
      groups: [{ security_group_id: sg, role: 'owner' }],
    });
    const script = await openActor(fixture, { token: owner.token });
    expect(await codeOf(() => credentials.create(script.actor, body))).toBe('none');
    const editor = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Gil',
      groups: [{ security_group_id: sg, role: 'editor' }],
    });
    expect(await codeOf(() => credentials.create(editor.actor, body))).toBe('permission_denied');
    const foreign = groups.create(ada.actor, { name: 'Foreign' }).security_group_id;
    const reach = { name: 'reach', groups: [{ security_group_id: foreign, role }] };
    expect(await codeOf(() => credentials.create(script.actor, reach))).toBe('permission_denied');
    expect(credentials.list(editor.actor, {}).items).toEqual([]);
    expect(credentials.list(script.actor, {}).items.length).toBeGreaterThan(1);
  });

  test('without a group are an administrator’s to issue, and open nothing but themselves', async () => {
    const { credentials } = fixture.parts;
    const body = { name: 'Reading room 2', groups: [] };
    const owner = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Hal',
      groups: [{ security_group_id: sg, role: 'owner' }],
    });
    expect(await codeOf(() => credentials.create(owner.actor, body))).toBe('permission_denied');
    const made = await credentials.create(ada.actor, body);
    expect(parseCredentialToken(made.token, TOKEN_CODEC)?.payload.groups).toEqual([]);
    const workstation = await openActor(fixture, { token: made.token });
    expect(workstation.actor.groupIds()).toEqual([]);
    expect((await credentials.renew(workstation.actor, made.credential_id)).client_cn).toBe(made.client_cn);
  });

  test('refuse unknown groups, double groups and a past or unreadable end', async () => {
    const { credentials } = fixture.parts;
    const one = { security_group_id: sg, role };
    for (const [body, code] of [
      [{ name: 'a', groups: [{ security_group_id: newId<SecurityGroupId>(), role }] }, 'not_found'],
      [{ name: 'a', groups: [one, one] }, 'invalid_request'],
      [{ name: 'a', groups: [one], expires_at: '2020-01-01' }, 'invalid_request'],
      [{ name: 'a', groups: [one], expires_at: 'tomorrow' }, 'invalid_request'],
      [{ name: 'a\u0000', groups: [one] }, 'invalid_request'],
    ] as const) {
      expect(await codeOf(() => credentials.create(ada.actor, { ...body, groups: [...body.groups] }))).toBe(
        code,
      );
    }
  });

  test('end at once when revoked: certificate, token and sessions', async () => {
    const { credentials, sessions, pki, rotations } = fixture.parts;
    const made = await credentials.create(ada.actor, {
      name: 'short lived',
      groups: [{ security_group_id: sg, role: 'editor' }],
    });
    const script = await openActor(fixture, { token: made.token });
    const generation = ada.actor.keyRing.currentGroupKey(sg).generation;
    const revoked = credentials.revoke(ada.actor, made.credential_id);
    expect(revoked.revoked_at).not.toBeNull();
    const fingerprint = new X509Certificate(made.certificate_pem).fingerprint256
      .replaceAll(':', '')
      .toLowerCase();
    expect(pki.isRevoked(fingerprint)).toBe(true);
    expect(script.actor.signal.aborted).toBe(true);
    expect(await codeOf(() => sessions.find(script.session_token, peer))).toBe('session_rejected');
    expect(await codeOf(() => sessions.open({ token: made.token }, peer))).toBe('credential_rejected');
    await rotations.whenIdle();
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(generation + 1);
    expect(credentials.revoke(ada.actor, made.credential_id).revoked_at).toBe(revoked.revoked_at);
    expect(await codeOf(() => credentials.revoke(ada.actor, newId()))).toBe('not_found');
  });

  const endedInHalf = (): unknown =>
    fixture.parts.db
      .prepare(
        `SELECT count(*) FROM credentials JOIN certificates USING (fingerprint)
         WHERE (credentials.revoked_at IS NULL) <> (certificates.revoked_at IS NULL)`,
      )
      .pluck()
      .get();

  test('end with their certificate in one commit: whatever cuts off the rest, none is ended in half', async () => {
    const { commits, credentials, rotations } = fixture.parts;
    const made = await credentials.create(ada.actor, { name: 'cut off', groups: [] });
    const seen = new Set<unknown>();
    commits.onCommitted(() => seen.add(endedInHalf()));
    credentials.revoke(ada.actor, made.credential_id);
    await rotations.whenIdle();
    expect(seen).toEqual(new Set([0]));
  });

  test('whose rows stand as valid again although they ended are ended anew by revoking them again', async () => {
    const { credentials, db } = fixture.parts;
    const made = await credentials.create(ada.actor, { name: 'edited', groups: [] });
    credentials.revoke(ada.actor, made.credential_id);
    const cells = [
      `UPDATE certificates SET revoked_at = NULL WHERE fingerprint =
       (SELECT fingerprint FROM credentials WHERE credential_id = ?)`,
      'UPDATE credentials SET revoked_at = NULL WHERE credential_id = ?',
    ];
    for (const cell of cells) {
      db.prepare<[string]>(cell).run(made.credential_id);
      expect(endedInHalf()).toBe(1);
      expect(credentials.revoke(ada.actor, made.credential_id).revoked_at).not.toBeNull();
      expect(endedInHalf()).toBe(0);
    }
  });

  test('of a disabled script principal are revoked with it', async () => {
    const { credentials, principals, rotations } = fixture.parts;
    const made = await credentials.create(ada.actor, {
      name: 'by principal',
      groups: [{ security_group_id: sg, role }],
    });
    principals.disable(ada.actor, made.principal_id);
    const row = credentials
      .list(ada.actor, { limit: 200 })
      .items.find((item) => item.principal_id === made.principal_id);
    expect(row?.revoked_at).not.toBeNull();
    await rotations.whenIdle();
  });

  test('need an administrator or owner unlocked, and say so', async () => {
    const { pki, credentials } = fixture.parts;
    const pem = pki.caKeyPem() ?? '';
    pki.forgetCaKey();
    const body = { name: 'x', groups: [{ security_group_id: sg, role }] };
    expect(await codeOf(() => credentials.create(ada.actor, body))).toBe('permission_denied');
    pki.adoptCaKey(pem);
  });
});

describe('settings', () => {
  test('are changed field by field, by administrators, and outlive a restart', async () => {
    const { settings } = fixture.parts;
    const before = settings.current();
    const patched = await settings.patch(ada.actor, { time_precision: 'day', storage_credit_bytes: 0 });
    expect(patched).toEqual({ ...before, time_precision: 'day', storage_credit_bytes: 0 });
    const gil = fixture.parts.vault.state().persons.find((person) => person.display_name === 'Gil');
    const viewer = await openActor(fixture, {
      passphrase: OTHER_PASSPHRASE,
      principal_id: gil?.principal_id ?? newId(),
    });
    expect(await codeOf(() => settings.patch(viewer.actor, {}))).toBe('permission_denied');
    await fixture.reopen();
    await openActor(fixture, { passphrase: OTHER_PASSPHRASE, principal_id: viewer.actor.principal_id });
    expect(fixture.parts.settings.current()).toEqual(patched);
  });
});
