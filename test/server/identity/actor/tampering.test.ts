import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { grantHash, sealGrant } from '#crypto/membership/group-grants.ts';
import { encodePublicKeys, recordHash, signRecord } from '#crypto/membership/membership.ts';
import { generatePrincipal } from '#crypto/principals/principal-keys.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import { sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import { certificateFingerprint } from '#server/identity/actor/parse-certificate.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  openActor,
  peerOf,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;
let ben: OpenedActor;
let sg: SecurityGroupId;

/** Runs SQL as an attacker with file access, tries a fresh unlock, and restores everything. */
async function unlockAfter(change: () => void, recoveryKey = vault.recovery_key): Promise<string> {
  await fixture.reopen();
  const { db, sessions } = fixture.parts;
  db.begin();
  db.exec('PRAGMA defer_foreign_keys = ON');
  try {
    change();
    return await codeOf(() => sessions.open({ recovery_key: recoveryKey }, peerOf('client-a')));
  } finally {
    db.rollback();
  }
}

function run(sql: string, ...values: unknown[]): () => void {
  return () => {
    expect(fixture.parts.db.prepare(sql).run(...values).changes).toBeGreaterThan(0);
  };
}

/** Returns the membership list as rows, for forging. */
function records() {
  const { membership } = fixture.parts.core.stores;
  return membership.listRecords().map(parseRecord);
}

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  sg = vault.security_group_id;
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  ben = await inviteAndJoin(fixture, ada.actor, {
    display_name: 'Ben',
    groups: [{ security_group_id: sg, role: 'viewer' }],
  });
});
beforeEach(() => {
  expect(ben.recovery_key).toBeDefined();
});
afterAll(() => fixture.dispose());

describe('an unlock', () => {
  test('succeeds when nothing was touched', async () => {
    expect(await unlockAfter(() => undefined)).toBe('none');
    expect(await unlockAfter(() => undefined, ben.recovery_key)).toBe('none');
  });

  test.each([
    [
      'a role raised in a record',
      `UPDATE membership_records SET record_json = replace(record_json, '"viewer"', '"owner"')`,
    ],
    [
      'an administrator made in a record',
      `UPDATE membership_records SET record_json = replace(record_json, '"is_admin":false', '"is_admin":true')`,
    ],
    [
      'a date changed in a record',
      `UPDATE membership_records SET record_json = replace(record_json, '2026', '2025') WHERE seq = 1`,
    ],
    ['a record cut out of the middle', 'DELETE FROM membership_records WHERE seq = 3'],
    [
      'two signatures swapped',
      `UPDATE membership_records SET signature_ed25519 = (SELECT signature_ed25519 FROM membership_records WHERE seq = 2) WHERE seq = 4`,
    ],
    [
      'a post-quantum signature taken from another record',
      `UPDATE membership_records SET signature_mldsa65 = (SELECT signature_mldsa65 FROM membership_records WHERE seq = 2) WHERE seq = 4`,
    ],
    ['a record that is no JSON', `UPDATE membership_records SET record_json = '{' WHERE seq = 2`],
    [
      'a record of the wrong types',
      `UPDATE membership_records SET record_json = '{"seq":"1"}' WHERE seq = 2`,
    ],
    ['the newest record cut off', 'DELETE FROM membership_records WHERE seq = 4'],
    ['a sight of the list pushed back', 'UPDATE seen_heads SET seq = 0'],
    [
      'a sight of the list taken from another',
      'UPDATE seen_heads SET mac = (SELECT mac FROM seen_heads ORDER BY principal_id DESC LIMIT 1)',
    ],
    ['a sight of the list gone', 'DELETE FROM seen_heads'],
    ['the whole list gone', 'DELETE FROM membership_records'],
    ['a grant changed', `UPDATE group_grants SET packed = zeroblob(length(packed))`],
    ['a grant under another generation', 'UPDATE group_grants SET generation = 2'],
    ['a grant tied to another record', 'UPDATE group_grants SET seq = 1'],
    [
      'public keys swapped',
      `UPDATE principals SET public_kem = (SELECT public_kem FROM principals WHERE display_name = 'Ben')`,
    ],
    ['sealed seeds changed', `UPDATE principals SET sealed_seeds = zeroblob(length(sealed_seeds))`],
    ['another workspace id', `UPDATE workspace SET workspace_id = '01890000-0000-7000-8000-000000000000'`],
  ])('refuses %s', async (_what, sql) => {
    const code = await unlockAfter(run(sql));
    // A changed workspace id already invalidates the wrap.
    expect(sql.includes('UPDATE workspace') ? 'credential_rejected' : 'CryptoError').toBe(code);
  });

  test('refuses a changed name alone: nobody is shown it, and everybody unlocks', async () => {
    await fixture.reopen();
    const { db, health } = fixture.parts;
    db.prepare(`UPDATE principals SET display_name = 'Mallory' WHERE display_name = 'Ben'`).run();
    db.prepare(`UPDATE security_groups SET name = 'Other'`).run();
    const { actor, session } = await openActor(fixture, { recovery_key: vault.recovery_key });
    expect(session.principal.display_name).toBe('Ada');
    expect(session.groups.map(({ name }) => name)).toEqual(['']);
    const { items } = fixture.parts.principals.list(actor, {});
    expect(items.map(({ display_name }) => display_name)).toEqual(['Ada', '']);
    expect(await codeOf(() => openActor(fixture, { recovery_key: ben.recovery_key ?? '' }))).toBe('none');
    await health.whenIdle();
    expect(health.findings().map(({ code, id }) => [code, id])).toEqual(
      expect.arrayContaining([
        ['principal_damaged', ben.actor.principal_id],
        ['principal_damaged', sg],
      ]),
    );
    db.prepare(`UPDATE principals SET display_name = 'Ben' WHERE display_name = 'Mallory'`).run();
    db.prepare(`UPDATE security_groups SET name = 'Praxis'`).run();
    const again = await openActor(fixture, { recovery_key: vault.recovery_key });
    expect(again.session.groups.map(({ name }) => name)).toEqual(['Praxis']);
  });

  test('refuses a group key that was planted, even sealed correctly to the member', async () => {
    const code = await unlockAfter(() => {
      const { db, core } = fixture.parts;
      const member = core.stores.principals.find(ada.actor.principal_id);
      if (member === undefined) throw new Error('no such principal');
      const packed = sealGrant(
        generateGroupKey(),
        { kem: member.public_kem, ed25519: member.public_ed25519, mldsa65: member.public_mldsa65 },
        {
          workspace_id: vault.workspace_id,
          security_group_id: sg,
          generation: 1,
          member_id: member.principal_id,
          granter_id: member.principal_id,
          seq: 2,
        },
      );
      db.prepare('UPDATE group_grants SET packed = ? WHERE member_id = ?').run(packed, member.principal_id);
    });
    expect(code).toBe('CryptoError');
  });

  test('refuses a record signed by somebody the list does not know', async () => {
    const stranger = generatePrincipal({
      workspace_id: vault.workspace_id,
      principal_id: ben.actor.principal_id,
      trustRoot: null,
    });
    const code = await unlockAfter(() => {
      const chain = records();
      const last = chain.at(-1);
      if (last === undefined) throw new Error('no records');
      const signed = signRecord(
        {
          ...last.record,
          role: 'owner',
          grants_sha256: null,
          seq: chain.length + 1,
          prev_hash: recordHash(last),
        },
        stranger.secrets,
      );
      const { record, signature_ed25519, signature_mldsa65 } = signed;
      fixture.parts.core.stores.membership.insertRecord({
        seq: record.seq,
        record_json: JSON.stringify(record),
        signature_ed25519,
        signature_mldsa65,
      });
    });
    expect(code).toBe('CryptoError');
  });

  test('refuses a whole list founded by somebody else', async () => {
    const code = await unlockAfter(() => {
      const forger = generatePrincipal({
        workspace_id: vault.workspace_id,
        principal_id: ada.actor.principal_id,
        trustRoot: null,
      });
      const [first] = records();
      if (first === undefined) throw new Error('no records');
      const signed = signRecord(
        { ...first.record, public_keys: encodePublicKeys(forger.publicKeys) },
        forger.secrets,
      );
      fixture.parts.db
        .prepare(
          'UPDATE membership_records SET record_json = ?, signature_ed25519 = ?, signature_mldsa65 = ? WHERE seq = 1',
        )
        .run(JSON.stringify(signed.record), signed.signature_ed25519, signed.signature_mldsa65);
    });
    expect(code).toBe('CryptoError');
  });

  test('refuses a list that changed while the server runs', async () => {
    await fixture.reopen();
    const { db, sessions } = fixture.parts;
    const open = () => codeOf(() => sessions.open({ recovery_key: vault.recovery_key }, peerOf('client-a')));
    expect(await open()).toBe('none');
    const kept = db.prepare('SELECT * FROM membership_records WHERE seq = 4').get();
    db.exec('PRAGMA foreign_keys = OFF; DELETE FROM membership_records WHERE seq = 4');
    expect(await open()).toBe('CryptoError');
    db.prepare(
      'INSERT INTO membership_records VALUES (@seq, @record_json, @signature_ed25519, @signature_mldsa65)',
    ).run(kept);
    db.exec('PRAGMA foreign_keys = ON');
    expect(await open()).toBe('none');
  });
});

describe('a credential', () => {
  test('whose end was put off in the database opens nothing, and keeps nobody else out', async () => {
    await fixture.reopen();
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const { token } = await fixture.parts.credentials.create(ada.actor, {
      name: 'short',
      groups: [{ security_group_id: sg, role: 'viewer' }],
      expires_at: new Date(fixture.time.nowMs + 1000).toISOString(),
    });
    const putOff = run(`UPDATE credentials SET expires_at = '2030-01-01T00:00:00.000Z'`);
    expect(await unlockAfter(putOff)).toBe('none');
    fixture.time.nowMs += 2000;
    await fixture.reopen();
    putOff();
    const { sessions } = fixture.parts;
    expect(await codeOf(() => sessions.open({ token }, peerOf('late')))).toBe('CryptoError');
    expect(await unlockAfter(() => undefined)).toBe('none');
  });
});

describe('a credential whose name was changed in the database', () => {
  test.each([
    ['the principal', ["UPDATE principals SET display_name = 'Dr. Ada' WHERE display_name = 'named'"]],
    ['the credential', ["UPDATE credentials SET name = 'Dr. Ada' WHERE name = 'named'"]],
    [
      'both',
      [
        "UPDATE principals SET display_name = 'Dr. Ada' WHERE display_name = 'named'",
        "UPDATE credentials SET name = 'Dr. Ada' WHERE name = 'named'",
      ],
    ],
  ])('in %s opens all the same, under no name', async (_, changes) => {
    await fixture.reopen();
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const { token, principal_id } = await fixture.parts.credentials.create(ada.actor, {
      name: 'named',
      groups: [{ security_group_id: sg, role: 'viewer' }],
    });
    const { db } = fixture.parts;
    const before = db
      .prepare<[string], { display_name: string; name: string }>(
        'SELECT display_name, name FROM principals JOIN credentials USING (principal_id) WHERE principal_id = ?',
      )
      .get(principal_id);
    for (const change of changes) db.prepare(change).run();
    await fixture.reopen();
    const opened = await fixture.parts.sessions.open({ token }, peerOf('named'));
    expect(opened.session.principal).toMatchObject({ principal_id, kind: 'sdk' });
    expect(opened.session.principal.display_name).not.toBe('Dr. Ada');
    expect(await unlockAfter(() => undefined)).toBe('none');
    const now = fixture.parts.db;
    const { display_name, name } = before ?? {};
    now
      .prepare('UPDATE principals SET display_name = ? WHERE principal_id = ?')
      .run(display_name, principal_id);
    now.prepare('UPDATE credentials SET name = ? WHERE principal_id = ?').run(name, principal_id);
  });
});

describe('the certificate of a credential that was ended', () => {
  test('stays refused when its mark is cleared or its row deleted, before and after the first unlock', async () => {
    await fixture.reopen();
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const groups = [{ security_group_id: sg, role: 'viewer' as const }];
    const { credentials, rotations } = fixture.parts;
    const ended = await credentials.create(ada.actor, { name: 'ended', groups });
    const kept = await credentials.create(ada.actor, { name: 'kept', groups });
    credentials.revoke(ada.actor, ended.credential_id);
    await rotations.whenIdle();
    const fingerprintOf = ({ certificate_pem }: { certificate_pem: string }) =>
      certificateFingerprint(new X509Certificate(certificate_pem).raw);
    const revoked = () => [ended, kept].map((made) => fixture.parts.pki.isRevoked(fingerprintOf(made)));
    expect(revoked()).toEqual([true, false]);
    const sweeps = [
      'UPDATE certificates SET revoked_at = NULL',
      `DELETE FROM certificates WHERE client_cn = '${ended.client_cn}'`,
    ];
    for (const sql of sweeps) {
      fixture.parts.db.exec(sql);
      fixture.parts.db.exec('UPDATE credentials SET revoked_at = NULL');
      await fixture.reopen();
      expect(revoked()).toEqual([true, false]);
      ada = await openActor(fixture, { recovery_key: vault.recovery_key });
      expect(revoked()).toEqual([true, false]);
    }
    expect(fixture.parts.pki.isRevoked(fixture.parts.pki.desktop().fingerprint)).toBe(false);
    expect(fixture.parts.pki.isRevoked('0'.repeat(64))).toBe(true);
  });
});

describe('what was taken away', () => {
  test('stays away when its flag is set back in the database', async () => {
    await fixture.reopen();
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const { credentials, rotations } = fixture.parts;
    const made = await credentials.create(ada.actor, {
      name: 'script',
      groups: [{ security_group_id: sg, role: 'viewer' }],
    });
    const { db } = fixture.parts;
    const wrap = db.prepare('SELECT * FROM principal_wraps WHERE principal_id = ?').get(made.principal_id);
    credentials.revoke(ada.actor, made.credential_id);
    await rotations.whenIdle();
    // An attacker restores the wrap from an older copy and clears the flags; the signed list still says disabled.
    db.prepare('UPDATE credentials SET revoked_at = NULL').run();
    db.prepare('UPDATE principals SET disabled_at = NULL').run();
    db.prepare(
      'INSERT INTO principal_wraps VALUES (@principal_id, @kind, @argon2_m, @argon2_t, @argon2_p, @salt, @packed, @created_at)',
    ).run(wrap);
    const { sessions } = fixture.parts;
    expect(await codeOf(() => sessions.open({ token: made.token }, peerOf('thief')))).toBe(
      'credential_rejected',
    );
  });

  test('a CA key that is not ours is not adopted and is a finding, and the vault still opens', async () => {
    await fixture.reopen();
    const { db, core, pki } = fixture.parts;
    const { principal_id } = ada.actor;
    const member = core.stores.principals.find(principal_id);
    if (member === undefined) throw new Error('no such principal');
    const context = adminSecretContext({ workspace_id: vault.workspace_id, name: 'ca_key', principal_id });
    const kept = core.stores.adminSecrets.find('ca_key', principal_id);
    core.stores.adminSecrets.insert(
      'ca_key',
      principal_id,
      sealHybridPacked(member.public_kem, new TextEncoder().encode('not a key'), context),
    );
    expect(await codeOf(() => openActor(fixture, { recovery_key: vault.recovery_key }))).toBe('none');
    expect(pki.caKeyPem()).toBeUndefined();
    await new Promise(setImmediate);
    const found = db.prepare("SELECT id FROM findings WHERE code = 'certificate_damaged'").pluck().all();
    expect(found).toEqual(['pki/ca.crt']);
    db.prepare('UPDATE admin_secrets SET packed = ? WHERE principal_id = ?').run(kept, principal_id);
  });

  test('the hash of a grant names exactly its bytes', () => {
    expect(grantHash(new Uint8Array([1]))).not.toBe(grantHash(new Uint8Array([1, 0])));
  });
});
