import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { FIRST_TURN } from '#server/system/concurrency/adaptive-batch-size.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  OTHER_PASSPHRASE,
  openActor,
} from '#test/support/access-fixture.ts';
import { newId } from '#test/support/ids.ts';
import { onSqlite } from '#test/support/on-engine.ts';
import { createSealedRows, type SealedRows } from '#test/support/sealed-rows.ts';

const ROWS = 1_200;

let fixture: AccessFixture;
let vault: VaultCreated;
let rows: SealedRows;
let ada: OpenedActor;
let ben: OpenedActor;
let sg: SecurityGroupId;
const deks = new Map<string, Dek>();

beforeEach(async () => {
  fixture = await createAccessFixture({
    participants(db) {
      rows = createSealedRows(db, () => vault.workspace_id);
      return [rows];
    },
  });
  vault = await initPraxis(fixture);
  sg = vault.security_group_id;
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  ben = await inviteAndJoin(fixture, ada.actor, {
    display_name: 'Ben',
    groups: [{ security_group_id: sg, role: 'editor' }],
  });
  fixture.parts.commits.writeNow(() => {
    for (let index = 0; index < ROWS; index += 1) {
      deks.set(`row-${index}`, rows.insert(ada.actor.keyRing, `row-${index}`, sg));
    }
  });
});
afterEach(() => fixture.dispose());

function expectAllOpen(opened: OpenedActor): void {
  for (const [id, dek] of deks) expect(rows.open(opened.actor.keyRing, id)).toEqual(dek);
}

function cleoOpens(principal_id: PrincipalId) {
  return { passphrase: OTHER_PASSPHRASE, principal_id };
}

function pendingBytes(sql: string): Buffer {
  const packed: unknown = fixture.parts.db.prepare(sql).pluck().get();
  if (!(packed instanceof Uint8Array)) throw new Error('nothing there');
  return Buffer.from(packed);
}

describe('removing a member', () => {
  test('rewraps every row in batches, and both generations open while it runs', async () => {
    const { members, rotations } = fixture.parts;
    const before = ada.actor.keyRing.currentGroupKey(sg).key;
    const kept = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Cleo',
      groups: [{ security_group_id: sg, role: 'viewer' }],
    });
    const rotated: unknown[] = [];
    rotations.onRotated((id, generation) => rotated.push([id, generation]));
    members.remove(ada.actor, sg, ben.actor.principal_id);
    expect(ben.actor.keyRing.hasGroupKey(sg)).toBe(false);
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(2);
    expect(ada.actor.keyRing.currentGroupKey(sg).key).not.toEqual(before);
    expect(rows.countAt(sg, 1)).toBe(ROWS);
    while (rows.countAt(sg, 2) === 0) await new Promise(setImmediate);
    expect(rows.countAt(sg, 2)).toBe(FIRST_TURN);
    expectAllOpen(kept);
    await rotations.whenIdle();
    expect(rotated).toEqual([[sg, 2]]);
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expectAllOpen(ada);
    expectAllOpen(kept);
    expect(await codeOf(() => ada.actor.keyRing.groupKey(sg, 1))).toBe('CryptoError');
    expect(rotations.isPending(sg)).toBe(false);
  });

  test('voids the grants of the old generation, and of this group alone', async () => {
    const { members, rotations, groups, db } = fixture.parts;
    const other = groups.create(ada.actor, { name: 'Other' }).security_group_id;
    members.remove(ada.actor, sg, ben.actor.principal_id);
    await rotations.whenIdle();
    const grants = db.prepare('SELECT security_group_id, generation, member_id FROM group_grants').all();
    const member_id = ada.actor.principal_id;
    expect(grants).toHaveLength(2);
    expect(grants).toContainEqual({ security_group_id: sg, generation: 2, member_id });
    expect(grants).toContainEqual({ security_group_id: other, generation: 1, member_id });
    expect(await codeOf(() => ada.actor.keyRing.groupKey(sg, 1))).toBe('CryptoError');
    expect(ada.actor.keyRing.currentGroupKey(other).generation).toBe(1);
  });

  onSqlite('PostgreSQL keeps what was deleted until its next vacuum (docs/guide/clinic.md)')(
    'leaves no byte of old grants and wraps on the disk',
    async () => {
      const { members, rotations, db } = fixture.parts;
      const gone = [
        pendingBytes("SELECT packed FROM sealed_rows WHERE object_id = 'row-700'"),
        ...db
          .prepare<[], Uint8Array>('SELECT packed FROM group_grants')
          .pluck()
          .all()
          .map((bytes) => Buffer.from(bytes)),
      ];
      members.remove(ada.actor, sg, ben.actor.principal_id);
      await rotations.whenIdle();
      const files = ['vault.db', 'vault.db-wal'].map((name) => readFileSync(join(fixture.folder, name)));
      for (const bytes of gone) {
        for (const file of files) expect(file.includes(bytes.subarray(40, 100))).toBe(false);
      }
    },
  );

  test('whose job cannot be read at an unlock takes nobody along', async () => {
    await fixture.reopen();
    const { db, failures } = fixture.parts;
    db.exec('ALTER TABLE rotation_jobs RENAME TO elsewhere');
    await openActor(fixture, { recovery_key: vault.recovery_key });
    await expect.poll(() => failures.length).toBe(1);
    db.exec('ALTER TABLE elsewhere RENAME TO rotation_jobs');
    expect(fixture.parts.rotations.isPending(sg)).toBe(false);
  });

  test('goes on after a crash under the next unlocked owner, and only then', async () => {
    const { members, rotations, failures } = fixture.parts;
    await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Viv',
      groups: [{ security_group_id: sg, role: 'viewer' }],
    });
    rows.failAfterBatches = 1;
    members.remove(ada.actor, sg, ben.actor.principal_id);
    await rotations.whenIdle();
    expect(failures).toHaveLength(1);
    await fixture.reopen();
    expect([rows.countAt(sg, 1), rows.countAt(sg, 2)]).toEqual([ROWS - FIRST_TURN, FIRST_TURN]);
    expect(fixture.parts.rotations.isPending(sg)).toBe(true);

    const viv = fixture.parts.vault.state().persons.find((person) => person.display_name === 'Viv');
    const viewer = await openActor(fixture, {
      passphrase: OTHER_PASSPHRASE,
      principal_id: viv?.principal_id ?? newId(),
    });
    await new Promise(setImmediate);
    await fixture.parts.rotations.whenIdle();
    expect(rows.countAt(sg, 1)).toBe(ROWS - FIRST_TURN);
    expectAllOpen(viewer);

    const owner = await openActor(fixture, { recovery_key: vault.recovery_key });
    expectAllOpen(owner);
    await new Promise(setImmediate);
    await fixture.parts.rotations.whenIdle();
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expect(fixture.parts.rotations.isPending(sg)).toBe(false);
    expectAllOpen(owner);
    expectAllOpen(viewer);
    expect(await codeOf(() => viewer.actor.keyRing.groupKey(sg, 1))).toBe('CryptoError');
  });

  test('while a rotation runs starts one more after it', async () => {
    const { members, rotations } = fixture.parts;
    const cleo = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Cleo',
      groups: [{ security_group_id: sg, role: 'viewer' }],
    });
    members.remove(ada.actor, sg, ben.actor.principal_id);
    while (rows.countAt(sg, 2) === 0) await new Promise(setImmediate);
    members.remove(ada.actor, sg, cleo.actor.principal_id);
    await rotations.whenIdle();
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(3);
    expect(rows.countAt(sg, 3)).toBe(ROWS);
    expectAllOpen(ada);
  });

  test('by an administrator without the key waits for an owner; the member is out at once', async () => {
    const { members, rotations, sessions, core } = fixture.parts;
    const dan = await inviteAndJoin(fixture, ada.actor, { display_name: 'Dan', is_admin: true, groups: [] });
    for (const live of [ada]) sessions.end(dan.actor, live.session.session_id);
    expect(core.unlocked.find(ada.actor.principal_id)).toBeUndefined();
    members.remove(dan.actor, sg, ben.actor.principal_id);
    await rotations.whenIdle();
    expect(ben.actor.keyRing.hasGroupKey(sg)).toBe(false);
    expect(ben.actor.roleIn(sg)).toBeUndefined();
    expect(rotations.isPending(sg)).toBe(true);
    expect(rows.countAt(sg, 1)).toBe(ROWS);
    const back = await openActor(fixture, { recovery_key: vault.recovery_key });
    await new Promise(setImmediate);
    await rotations.whenIdle();
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expectAllOpen(back);
  });

  test.each(['removed', 'disabled'])(
    'who was %s by an administrator without the key: the rotation that waits is due without its row, too',
    async (how) => {
      const { actor: cleo } = await inviteAndJoin(fixture, ada.actor, {
        ...{ display_name: 'Cleo', groups: [], is_admin: true },
      });
      await fixture.reopen();
      const { members, principals, db } = fixture.parts;
      const { actor } = await openActor(fixture, cleoOpens(cleo.principal_id));
      if (how === 'removed') members.remove(actor, sg, ben.actor.principal_id);
      else principals.disable(actor, ben.actor.principal_id);
      expect(db.prepare('DELETE FROM rotation_jobs').run().changes).toBe(1);
      await fixture.reopen();
      ada = await openActor(fixture, { recovery_key: vault.recovery_key });
      await new Promise(setImmediate);
      await fixture.parts.rotations.whenIdle();
      expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(2);
      expectAllOpen(ada);
      expect(fixture.parts.rotations.isPending(sg)).toBe(false);
      await fixture.reopen();
      ada = await openActor(fixture, { recovery_key: vault.recovery_key });
      await new Promise(setImmediate);
      await fixture.parts.rotations.whenIdle();
      expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(2);
    },
  );

  test('half done whose row was taken away goes on at the next unlock, to the key that stands signed', async () => {
    const { members, rotations } = fixture.parts;
    rows.failAfterBatches = 1;
    members.remove(ada.actor, sg, ben.actor.principal_id);
    await rotations.whenIdle();
    expect(fixture.parts.db.prepare('DELETE FROM rotation_jobs').run().changes).toBe(1);
    await fixture.reopen();
    expect([rows.countAt(sg, 1), rows.countAt(sg, 2)]).toEqual([ROWS - FIRST_TURN, FIRST_TURN]);
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    expectAllOpen(ada);
    await new Promise(setImmediate);
    await fixture.parts.rotations.whenIdle();
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expectAllOpen(ada);
    expect(await codeOf(() => ada.actor.keyRing.groupKey(sg, 1))).toBe('CryptoError');
    expect(fixture.parts.rotations.isPending(sg)).toBe(false);
  });

  test.each([
    ['that another left meanwhile is taken out of its row', 'UPDATE rotation_jobs SET is_repeat_wanted = 0'],
    ['whose row is taken away after another left', 'DELETE FROM rotation_jobs'],
  ])('a rotation %s: one more follows from the list', async (_, edit) => {
    const { members, rotations, db } = fixture.parts;
    const cleo = await inviteAndJoin(fixture, ada.actor, {
      ...{ display_name: 'Cleo', groups: [{ security_group_id: sg, role: 'viewer' as const }] },
    });
    members.remove(ada.actor, sg, ben.actor.principal_id);
    while (rows.countAt(sg, 2) === 0) await new Promise(setImmediate);
    members.remove(ada.actor, sg, cleo.actor.principal_id);
    expect(db.prepare(edit).run().changes).toBe(1);
    await rotations.whenIdle();
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(3);
    expect(rows.countAt(sg, 3)).toBe(ROWS);
    expectAllOpen(ada);
    expect(rotations.isPending(sg)).toBe(false);
  });

  test('that waits and whose row says it has begun is begun all the same', async () => {
    const { actor: cleo } = await inviteAndJoin(fixture, ada.actor, {
      ...{ display_name: 'Cleo', groups: [], is_admin: true },
    });
    await fixture.reopen();
    const { members, db } = fixture.parts;
    const { actor } = await openActor(fixture, cleoOpens(cleo.principal_id));
    members.remove(actor, sg, ben.actor.principal_id);
    expect(db.prepare('UPDATE rotation_jobs SET generation = 1').run().changes).toBe(1);
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    await new Promise(setImmediate);
    await fixture.parts.rotations.whenIdle();
    expect(ada.actor.keyRing.currentGroupKey(sg).generation).toBe(2);
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expectAllOpen(ada);
  });

  test('pauses when the owner locks half-way and ends after the next unlock', async () => {
    const { members, rotations, sessions } = fixture.parts;
    members.remove(ada.actor, sg, ben.actor.principal_id);
    while (rows.countAt(sg, 2) === 0) await new Promise(setImmediate);
    sessions.endSessionsOf(ada.actor.principal_id);
    await rotations.whenIdle();
    expect(rotations.isPending(sg)).toBe(true);
    expect(rows.countAt(sg, 1)).toBeGreaterThan(0);
    const back = await openActor(fixture, { recovery_key: vault.recovery_key });
    await new Promise(setImmediate);
    await rotations.whenIdle();
    expect(rows.countAt(sg, 2)).toBe(ROWS);
    expectAllOpen(back);
  });
});
