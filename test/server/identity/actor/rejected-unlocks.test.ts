/** Tests that a rejected unlock wipes what it had decrypted, and uses nothing up. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionOpenBody } from '#contract/access/session.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { Unbranded } from '#contract/ids.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  OTHER_PASSPHRASE,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

/** Secrets decrypted or copied since the test began. */
const { opened } = vi.hoisted(() => ({ opened: new Map<string, Uint8Array>() }));

vi.mock(import('#crypto/bytes.ts'), async (original) => {
  const bytes = await original();
  return { ...bytes, cloneSecret: (secret) => noted('copy', bytes.cloneSecret(secret)) };
});
vi.mock(import('#crypto/principals/principal-wraps.ts'), async (original) => {
  const wraps = await original();
  return {
    ...wraps,
    unwrapWithSecret: (...args) => noted("principal's key", wraps.unwrapWithSecret(...args)),
    unwrapWithPassphrase: async (...args) =>
      noted("principal's key", await wraps.unwrapWithPassphrase(...args)),
  };
});
vi.mock(import('#crypto/principals/principal-keys.ts'), async (original) => {
  const principals = await original();
  return {
    ...principals,
    openPrincipal: (...args) => {
      const before = new Map(opened);
      const secrets = principals.openPrincipal(...args);
      // Leave out the founder's public keys, which are copied too.
      opened.clear();
      for (const [what, secret] of before) opened.set(what, secret);
      const { kemSeed, ed25519, mldsa } = secrets;
      for (const seed of [kemSeed, ed25519.seed, mldsa.seed]) noted('seed', seed);
      return secrets;
    },
  };
});
vi.mock(import('#crypto/membership/group-grants.ts'), async (original) => {
  const grants = await original();
  return { ...grants, openGrant: (...args) => noted("group's key", grants.openGrant(...args)) };
});

function noted<T extends Uint8Array>(what: string, secret: T): T {
  opened.set(`${what} ${opened.size}`, secret);
  return secret;
}

let fixture: AccessFixture;
let vault: VaultCreated;
let secrets: { device: string; token: string; invite: string };

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  const { actor: ada } = await openActor(fixture, { recovery_key: vault.recovery_key });
  const groups = [{ security_group_id: vault.security_group_id, role: 'viewer' as const }];
  const other = fixture.parts.groups.create(ada, { name: 'Second' });
  const both = [...groups, { security_group_id: other.security_group_id, role: 'viewer' as const }];
  const { actor: ben } = await inviteAndJoin(fixture, ada, { display_name: 'Ben', groups: both });
  const { token } = await fixture.parts.credentials.create(ada, { name: 'script', groups: both });
  const { invite_code } = fixture.parts.principals.invite(ada, { display_name: 'Dora', groups: both });
  const byRecovery = { opened_by: 'recovery_key', fingerprint: 'any' } as const;
  const desktop = peerOf('desktop');
  const { device_secret } = await fixture.parts.sessions.createDeviceSecret(ben, byRecovery, desktop, null);
  secrets = { device: device_secret, token, invite: invite_code };
});
beforeEach(async () => {
  await fixture.reopen();
  opened.clear();
});
afterAll(() => fixture.dispose());

/** Unlocks after a change of the database, then restores it. */
async function openAfter(sql: string, body: Unbranded<SessionOpenBody>): Promise<string> {
  const { db, sessions } = fixture.parts;
  db.exec('BEGIN; PRAGMA defer_foreign_keys = ON');
  try {
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
    return await codeOf(() => sessions.open(body as SessionOpenBody, peerOf('desktop')));
  } finally {
    db.exec('ROLLBACK');
  }
}

function expectAllWiped(): void {
  expect(opened.size).toBeGreaterThan(0);
  const left = [...opened].filter(([, secret]) => secret.some((byte) => byte !== 0)).map(([what]) => what);
  expect(left).toEqual([]);
}

describe('a refused opening', () => {
  const ways = (): [string, Unbranded<SessionOpenBody>][] => [
    ['passphrase', { passphrase: PASSPHRASE, principal_id: founder() }],
    ['device secret', { device_secret: secrets.device }],
    ['token', { token: secrets.token }],
    ['invite', { invite_code: secrets.invite, new_passphrase: OTHER_PASSPHRASE }],
  ];
  function founder(): string {
    const { db } = fixture.parts;
    return String(
      db
        .prepare('SELECT principal_id FROM principals ORDER BY created_at, principal_id LIMIT 1')
        .pluck()
        .get(),
    );
  }

  test.each([
    ['public keys are others', 'UPDATE principals SET public_kem = zeroblob(1216)'],
    ['list is cut', 'DELETE FROM membership_records WHERE seq > 1'],
    ['seen head is another', 'UPDATE seen_heads SET seq = seq + 1'],
    [
      'newest grant is cut',
      'UPDATE group_grants SET packed = substr(packed, 1, 100) WHERE security_group_id = (SELECT max(security_group_id) FROM group_grants)',
    ],
    ['seeds are cut', 'UPDATE principals SET sealed_seeds = substr(sealed_seeds, 1, 100)'],
  ])('leaves no key behind where the %s', async (_what, sql) => {
    for (const [way, body] of ways()) {
      opened.clear();
      expect(await openAfter(sql, body), way).toBe('CryptoError');
      expectAllWiped();
    }
  });

  test('leaves no key behind where the row says the principal is disabled', async () => {
    const sql = "UPDATE principals SET disabled_at = '2026-03-02T08:00:00.000Z'";
    for (const [way, body] of ways().slice(1, 2)) {
      expect(await openAfter(sql, body), way).toBe('credential_rejected');
      expectAllWiped();
    }
  });

  test('uses no invite up', async () => {
    const body = { invite_code: secrets.invite, new_passphrase: OTHER_PASSPHRASE };
    const { db, sessions } = fixture.parts;
    const flip = db.prepare(
      "UPDATE principals SET public_kem = CAST(substr(public_kem, 2) || substr(public_kem, 1, 1) AS BLOB) WHERE display_name = 'Dora'",
    );
    const saved = db.prepare("SELECT public_kem FROM principals WHERE display_name = 'Dora'").pluck().get();
    flip.run();
    expect(await codeOf(() => sessions.open(body, peerOf('client-a')))).toBe('CryptoError');
    db.prepare("UPDATE principals SET public_kem = ? WHERE display_name = 'Dora'").run(saved);
    expect(await sessions.open(body, peerOf('client-a'))).toMatchObject({
      recovery_key: expect.any(String),
      session: { principal: { display_name: 'Dora' } },
    });
  });
});
