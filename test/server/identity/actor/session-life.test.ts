import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  type OpenedActor,
  openActor,
  peerOf,
} from '#test/support/access-fixture.ts';

const MINUTE_MS = 60_000;
const peer = peerOf('client-a');

let fixture: AccessFixture;
let vault: VaultCreated;
let credential: CredentialCreated;
let admin: OpenedActor;

function codeOfFind(token: string, from = peer): Promise<string> {
  return codeOf(() => fixture.parts.sessions.find(token, from));
}

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  const { actor } = await openActor(fixture, { recovery_key: vault.recovery_key });
  credential = await fixture.parts.credentials.create(actor, {
    name: 'script',
    groups: [{ security_group_id: vault.security_group_id, role: 'viewer' }],
  });
});
beforeEach(async () => {
  // Let sessions of the previous test expire.
  fixture.time.nowMs += 15 * MINUTE_MS;
  fixture.parts.sessions.sweep();
  admin = await openActor(fixture, { recovery_key: vault.recovery_key });
});
afterAll(() => fixture.dispose());

describe('find', () => {
  test('knows a token only together with its certificate', async () => {
    expect(await codeOfFind(admin.session_token)).toBe('none');
    expect(await codeOfFind(admin.session_token, peerOf('thief'))).toBe('session_rejected');
    expect(await codeOfFind(`${admin.session_token}x`)).toBe('session_rejected');
    expect(await codeOfFind('\ud800')).toBe('session_rejected');
  });

  test('does not tell another certificate that a session has expired', async () => {
    fixture.time.nowMs += 15 * MINUTE_MS;
    expect(await codeOfFind(admin.session_token, peerOf('thief'))).toBe('session_rejected');
    expect(await codeOfFind(admin.session_token)).toBe('session_expired');
    expect(await codeOfFind(admin.session_token)).toBe('session_expired');
  });

  test('ends an idle session, and keeps one that is used', async () => {
    const { sessions } = fixture.parts;
    const live = sessions.find(admin.session_token, peer);
    for (const _ of [1, 2, 3]) {
      fixture.time.nowMs += 14 * MINUTE_MS;
      sessions.actorOf(sessions.find(admin.session_token, peer));
    }
    fixture.time.nowMs += 14 * MINUTE_MS;
    sessions.touchSession(live.session_id);
    fixture.time.nowMs += 14 * MINUTE_MS;
    sessions.view(live);
    fixture.time.nowMs += MINUTE_MS;
    expect(await codeOfFind(admin.session_token)).toBe('session_expired');
    expect(admin.actor.signal.aborted).toBe(true);
  });

  test('ends every session at its absolute end, activity or not', async () => {
    const { sessions } = fixture.parts;
    for (let passed = 0; passed < 12 * 60; passed += 10) {
      sessions.touch(sessions.find(admin.session_token, peer));
      fixture.time.nowMs += 10 * MINUTE_MS;
    }
    expect(await codeOfFind(admin.session_token)).toBe('session_expired');
  });

  test('wipes the keys of expired sessions without waiting for a request', () => {
    fixture.time.nowMs += 15 * MINUTE_MS;
    expect(fixture.parts.core.unlocked.list()).not.toEqual([]);
    fixture.parts.sessions.sweep();
    expect(fixture.parts.core.unlocked.list()).toEqual([]);
  });

  test('takes the idle time from the settings at once', async () => {
    const { settings } = fixture.parts;
    await settings.patch(admin.actor, { idle_lock_seconds: 60 });
    fixture.time.nowMs += MINUTE_MS;
    expect(await codeOfFind(admin.session_token)).toBe('session_expired');
    const again = await openActor(fixture, { recovery_key: vault.recovery_key });
    await settings.patch(again.actor, { idle_lock_seconds: 900 });
  });
});

describe('lock', () => {
  test('keeps the session readable, aborts what it runs, and refuses to act', async () => {
    const { sessions } = fixture.parts;
    const live = sessions.find(admin.session_token, peer);
    const locked = sessions.lock(live, { all: false });
    expect(locked).toMatchObject({
      state: 'locked',
      session_id: admin.session.session_id,
      groups: [{ role: 'owner', key_available: false }],
    });
    expect(sessions.view(sessions.find(admin.session_token, peer)).state).toBe('locked');
    expect(admin.actor.signal.aborted).toBe(true);
    expect(await codeOf(() => sessions.actorOf(live))).toBe('session_locked');
    expect(sessions.lock(live, { all: false }).state).toBe('locked');
  });

  test('leaves a second session of the same principal its keys', async () => {
    const { sessions } = fixture.parts;
    const second = await openActor(fixture, { recovery_key: vault.recovery_key });
    sessions.lock(sessions.find(admin.session_token, peer), { all: false });
    expect(second.actor.keyRing.hasGroupKey(vault.security_group_id)).toBe(true);
    expect(sessions.getPreferences(second.actor)).toEqual({});
    sessions.lock(sessions.find(second.session_token, peer), { all: false });
    expect(second.actor.keyRing.hasGroupKey(vault.security_group_id)).toBe(false);
  });

  test('locks every session when a person asks, and refuses a script', async () => {
    const { sessions } = fixture.parts;
    const script = await openActor(fixture, { token: credential.token }, peerOf('script'));
    const live = sessions.find(script.session_token, peerOf('script'));
    expect(await codeOf(() => sessions.lock(live, { all: true }))).toBe('permission_denied');
    expect(sessions.view(live).state).toBe('unlocked');
    sessions.lock(sessions.find(admin.session_token, peer), { all: true });
    expect(sessions.view(live).state).toBe('locked');
    expect(fixture.parts.core.unlocked.list()).toEqual([]);
  });
});

describe('list and end', () => {
  test('are for administrators, who end a session at once', async () => {
    const { sessions } = fixture.parts;
    const script = await openActor(fixture, { token: credential.token }, peerOf('script'));
    expect(await codeOf(() => sessions.list(script.actor, {}))).toBe('permission_denied');
    const row = sessions
      .list(admin.actor, { limit: 200 })
      .items.find((item) => item.session_id === script.session.session_id);
    expect(row).toMatchObject({ credential_id: credential.credential_id, client_cn: 'script', kind: 'sdk' });
    expect(await codeOf(() => sessions.end(script.actor, admin.session.session_id))).toBe(
      'permission_denied',
    );
    expect(sessions.end(admin.actor, script.session.session_id)).toMatchObject({ state: 'locked' });
    expect(await codeOfFind(script.session_token, peerOf('script'))).toBe('session_rejected');
    expect(await codeOf(() => sessions.end(admin.actor, script.session.session_id))).toBe('not_found');
  });

  test('page with cursors that fit their own list and caller only', async () => {
    const { sessions, principals } = fixture.parts;
    await openActor(fixture, { recovery_key: vault.recovery_key });
    const first = sessions.list(admin.actor, { limit: 1 });
    const cursor = first.next_cursor ?? '';
    const rest = sessions.list(admin.actor, { limit: 200, cursor });
    expect(rest.items.map((row) => row.session_id)).not.toContain(first.items[0]?.session_id);
    expect(rest.next_cursor).toBeNull();
    for (const bad of [`${cursor}A`, cursor.slice(1), 'AAAA', '']) {
      expect(await codeOf(() => sessions.list(admin.actor, { cursor: bad }))).toBe('invalid_request');
    }
    expect(await codeOf(() => principals.list(admin.actor, { cursor }))).toBe('invalid_request');
  });
});
