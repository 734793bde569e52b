/** Tests that a disabled administrator who kept keys, and writes to the folder, signs nothing more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { MembershipRecord } from '#crypto/membership/membership.ts';
import { recordHash, signRecord } from '#crypto/membership/membership.ts';
import { openPrincipal, type PrincipalSecrets, publicKeysOf } from '#crypto/principals/principal-keys.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import { createSignedSettings, SETTINGS_LABELS } from '#server/identity/core/signed-settings.ts';
import { createSignedSettingsStore } from '#server/storage/access/backup-and-receiver-settings-store.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  OTHER_PASSPHRASE,
  openActor,
  peerOf,
} from '#test/support/access-fixture.ts';

const DEFAULTS = { hour: 3 };

let fixture: AccessFixture;
let vault: VaultCreated;
let eve: OpenedActor;
let recovery_key: string;
/** Her keys, as a program of hers could have kept them. */
let kept: PrincipalSecrets;
/** Rows of hers from before, as a copy of the folder has them. */
let wraps: unknown[];

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  const { security_group_id } = vault;
  const ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  const groups = [{ security_group_id, role: 'owner' as const }];
  eve = await inviteAndJoin(fixture, ada.actor, { display_name: 'Eve', is_admin: true, groups });
  recovery_key = eve.recovery_key ?? '';
  const { core, db } = fixture.parts;
  const { principal_id } = eve.actor;
  const { secrets } = core.keysOf(eve.actor);
  const row = core.stores.principals.find(principal_id);
  if (row === undefined) throw new Error('no row');
  kept = openPrincipal(structuredClone(secrets.principalKey), row.sealed_seeds, {
    workspace_id: vault.workspace_id,
    principal_id,
    publicKeys: publicKeysOf(secrets),
  });
  wraps = db.prepare('SELECT * FROM principal_wraps WHERE principal_id = ?').all(principal_id);
  expect(wraps.length).toBeGreaterThan(1);
});
afterAll(() => fixture.dispose());

/** Returns the settings that are believed once these were signed. */
function settingsSignedBy(secrets: PrincipalSecrets, table: keyof typeof SETTINGS_LABELS) {
  const { core, db } = fixture.parts;
  const store = createSignedSettingsStore(db, table);
  const signed = createSignedSettings({ store, ledger: core.ledger }, SETTINGS_LABELS[table], DEFAULTS);
  signed.write(secrets, { hour: 7 });
  return signed.read(core.ledger.state());
}

/** Puts a record of hers at the end of the list, and tries the founder's unlock. */
async function unlockBehind(fields: Partial<MembershipRecord>): Promise<string> {
  await fixture.reopen();
  const { core, db, sessions } = fixture.parts;
  const { membership } = core.stores;
  const chain = membership.listRecords().map(parseRecord);
  const last = chain.at(-1);
  if (last === undefined) throw new Error('no records');
  const { principal_id } = kept;
  const record: MembershipRecord = {
    ...last.record,
    granter_id: principal_id,
    principal_id,
    security_group_id: null,
    generation: null,
    role: null,
    grants_sha256: null,
    public_keys: null,
    kind: 'person',
    is_admin: true,
    ...fields,
    seq: chain.length + 1,
    prev_hash: recordHash(last),
  };
  const { signature_ed25519, signature_mldsa65 } = signRecord(record, kept);
  db.begin();
  try {
    const record_json = JSON.stringify(record);
    membership.insertRecord({ seq: record.seq, record_json, signature_ed25519, signature_mldsa65 });
    return await codeOf(() => sessions.open({ recovery_key: vault.recovery_key }, peerOf('client-a')));
  } finally {
    db.rollback();
  }
}

const sha256 = '0'.repeat(64);
const RECORDS: readonly Partial<MembershipRecord>[] = [
  { action: 'set_settings', settings_sha256: sha256 },
  { action: 'set_ca', ca_sha256: sha256 },
  { action: 'recover' },
  {
    action: 'issue_certificate',
    certificate: { fingerprint: sha256, client_cn: 'srv-desktop', kind: 'desktop' },
  },
];

test.each(RECORDS)('an administrator signs records of the list: $action', async (fields) => {
  expect(await unlockBehind(fields)).toBe('none');
});

describe('an administrator who was disabled', () => {
  beforeAll(async () => {
    await fixture.reopen();
    const ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    eve = await openActor(fixture, { recovery_key });
    const { principals, rotations } = fixture.parts;
    principals.disable(ada.actor, eve.actor.principal_id);
    await rotations.whenIdle();
  });

  test('acts with nothing of the session that was open', async () => {
    const { credentials, groups, principals, sessions, settings } = fixture.parts;
    expect(await codeOf(() => sessions.find(eve.session_token, peerOf('client-a')))).toBe('session_rejected');
    const acts = [
      () => settings.patch(eve.actor, { idle_lock_seconds: 1 }),
      () => principals.invite(eve.actor, { display_name: 'Friend', is_admin: true, groups: [] }),
      () => credentials.create(eve.actor, { name: 'script', groups: [] }),
      () => groups.create(eve.actor, { name: 'Hers' }),
    ];
    for (const act of acts) expect(await codeOf(act)).toBe('session_locked');
  });

  test('opens nothing by what opened before, though the rows are put back', async () => {
    await fixture.reopen();
    const { db, sessions } = fixture.parts;
    const { principal_id } = eve.actor;
    db.prepare('UPDATE principals SET disabled_at = NULL WHERE principal_id = ?').run(principal_id);
    for (const wrap of wraps)
      db.prepare(
        'INSERT INTO principal_wraps VALUES (@principal_id, @kind, @argon2_m, @argon2_t, @argon2_p, @salt, @packed, @created_at)',
      ).run(wrap);
    const ways = [{ passphrase: OTHER_PASSPHRASE, principal_id }, { recovery_key }];
    for (const way of ways)
      expect(await codeOf(() => sessions.open(way, peerOf('client-a')))).toBe('credential_rejected');
  });

  test.each(['backup_settings', 'receiver_settings'] as const)('signs no %s by keys kept', async (table) => {
    await fixture.reopen();
    const ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const { secrets } = fixture.parts.core.keysOf(ada.actor);
    expect(settingsSignedBy(secrets, table)).toEqual({ hour: 7 });
    expect(settingsSignedBy(kept, table)).toEqual(DEFAULTS);
  });

  test.each(RECORDS)('signs no record of the list by keys kept: $action', async (fields) => {
    expect(await unlockBehind(fields)).toBe('CryptoError');
  });
});
