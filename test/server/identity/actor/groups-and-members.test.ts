import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultCreated } from '#contract/access/vault.ts';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  openActor,
} from '#test/support/access-fixture.ts';
import { newId } from '#test/support/ids.ts';

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;
/** Viewer of the first group, without administrator rights. */
let ben: OpenedActor;

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  ben = await inviteAndJoin(fixture, ada.actor, {
    display_name: 'Ben',
    groups: [{ security_group_id: vault.security_group_id, role: 'viewer' }],
  });
});
afterAll(() => fixture.dispose());

describe('groups', () => {
  test('are made by administrators, who own them with their first key', async () => {
    const { groups } = fixture.parts;
    expect(await codeOf(() => groups.create(ben.actor, { name: 'Mine' }))).toBe('permission_denied');
    expect(await codeOf(() => groups.create(ada.actor, { name: 'tab\tbed' }))).toBe('invalid_request');
    const marked: string[] = [];
    const group = groups.create(
      ada.actor,
      { name: ' Research ' },
      { withinTransaction: (id) => marked.push(id) },
    );
    expect(group).toMatchObject({ name: 'Research', role: 'owner', key_available: true, generation: 1 });
    expect(group.member_count).toBe(1);
    expect(marked).toEqual([group.security_group_id]);
    expect(groups.get(ada.actor, group.security_group_id)).toEqual(group);
  });

  test('leave nothing behind when the transaction fails', async () => {
    const { groups, db } = fixture.parts;
    const count = () => db.prepare('SELECT count(*) FROM membership_records').pluck().get();
    const before = count();
    const failing = () => {
      throw new Error('the mark could not be kept');
    };
    expect(
      await codeOf(() => groups.create(ada.actor, { name: 'Gone' }, { withinTransaction: failing })),
    ).toBe('Error');
    expect(count()).toBe(before);
    expect(groups.create(ada.actor, { name: 'After' }).generation).toBe(1);
  });

  test('are listed to their members, and all of them to administrators', async () => {
    const { groups } = fixture.parts;
    expect(groups.list(ben.actor, {}).items).toMatchObject([
      { name: 'Praxis', role: 'viewer', member_count: 2 },
    ]);
    expect(groups.list(ada.actor, {}).items.length).toBeGreaterThan(1);
    const research = groups.list(ada.actor, {}).items.find((group) => group.name === 'Research');
    expect(await codeOf(() => groups.get(ben.actor, research?.security_group_id ?? newId()))).toBe(
      'not_found',
    );
  });
});

describe('members', () => {
  test('are seen by members and administrators only', async () => {
    const { members, groups } = fixture.parts;
    const names = members.list(ben.actor, vault.security_group_id, {}).items.map((item) => item.display_name);
    expect(names.toSorted()).toEqual(['Ada', 'Ben']);
    const foreign = groups.create(ada.actor, { name: 'Foreign' }).security_group_id;
    expect(await codeOf(() => members.list(ben.actor, foreign, {}))).toBe('permission_denied');
    expect(await codeOf(() => members.list(ben.actor, newId(), {}))).toBe('permission_denied');
    expect(await codeOf(() => members.list(ada.actor, newId(), {}))).toBe('not_found');
  });

  test('are added by owners and administrators, with the key, even while unlocked', async () => {
    const { members, groups } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Shared' }).security_group_id;
    expect(await codeOf(() => members.put(ben.actor, sg, ben.actor.principal_id, { role: 'owner' }))).toBe(
      'permission_denied',
    );
    expect(await codeOf(() => members.put(ada.actor, sg, newId(), { role: 'viewer' }))).toBe('not_found');
    const added = members.put(ada.actor, sg, ben.actor.principal_id, { role: 'editor' });
    expect(added).toMatchObject({ display_name: 'Ben', kind: 'person', role: 'editor' });
    expect(ben.actor.roleIn(sg)).toBe('editor');
    expect(ben.actor.keyRing.currentGroupKey(sg).key).toEqual(ada.actor.keyRing.currentGroupKey(sg).key);
    const again = await openActor(fixture, { recovery_key: ben.recovery_key ?? '' });
    expect(again.actor.keyRing.currentGroupKey(sg).key).toEqual(ada.actor.keyRing.currentGroupKey(sg).key);
  });

  test('change role without a new date, and putting the same role again changes nothing', async () => {
    const { members, groups, db } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Roles' }).security_group_id;
    const { principal_id } = ben.actor;
    const first = members.put(ada.actor, sg, principal_id, { role: 'viewer' });
    fixture.time.nowMs += 1000;
    expect(members.put(ada.actor, sg, principal_id, { role: 'owner' })).toEqual({ ...first, role: 'owner' });
    const count = () => db.prepare('SELECT count(*) FROM membership_records').pluck().get();
    const before = count();
    members.put(ada.actor, sg, principal_id, { role: 'owner' });
    expect(count()).toBe(before);
  });

  test('keep at least one owner who holds the key', async () => {
    const { members, groups } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Last' }).security_group_id;
    const me = ada.actor.principal_id;
    expect(await codeOf(() => members.put(ada.actor, sg, me, { role: 'editor' }))).toBe('has_dependents');
    expect(await codeOf(() => members.remove(ada.actor, sg, me))).toBe('has_dependents');
    members.put(ada.actor, sg, ben.actor.principal_id, { role: 'owner' });
    expect(members.put(ada.actor, sg, me, { role: 'editor' }).role).toBe('editor');
  });

  test('keep an owner who stays: a credential that ends, or has ended, is none', async () => {
    const { groups, members, credentials } = fixture.parts;
    const group = groups.create(ada.actor, { name: 'Nightly' }).security_group_id;
    const issue = (name: string, expires_at: string | null) =>
      credentials.create(ada.actor, {
        name,
        groups: [{ security_group_id: group, role: 'owner' }],
        expires_at,
      });
    const ending = await issue('ending', '2026-06-01');
    const leave = () => members.remove(ada.actor, group, ada.actor.principal_id);
    expect(await codeOf(leave)).toBe('has_dependents');
    const lasting = await issue('lasting', null);
    expect(await codeOf(() => credentials.revoke(ada.actor, ending.credential_id))).toBe('none');
    expect(await codeOf(leave)).toBe('none');
    expect(await codeOf(() => credentials.revoke(ada.actor, lasting.credential_id))).toBe('has_dependents');
  });

  test('added by an administrator without the key have a role and no key, until an owner grants it', async () => {
    const { members, groups, rotations } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Handed over' }).security_group_id;
    members.put(ada.actor, sg, ben.actor.principal_id, { role: 'owner' });
    members.remove(ada.actor, sg, ada.actor.principal_id);
    await rotations.whenIdle();
    expect(ada.actor.keyRing.hasGroupKey(sg)).toBe(false);
    expect(groups.get(ada.actor, sg)).toMatchObject({ role: null, key_available: false, generation: 2 });
    members.put(ada.actor, sg, ada.actor.principal_id, { role: 'viewer' });
    const keyless = await openActor(fixture, { recovery_key: vault.recovery_key });
    expect(keyless.actor.roleIn(sg)).toBe('viewer');
    expect(keyless.session.groups.find((group) => group.security_group_id === sg)).toMatchObject({
      key_available: false,
    });
    expect(await codeOf(() => keyless.actor.keyRing.currentGroupKey(sg))).toBe('group_key_unavailable');
    members.put(ben.actor, sg, ada.actor.principal_id, { role: 'viewer' });
    expect(ada.actor.keyRing.currentGroupKey(sg).key).toEqual(ben.actor.keyRing.currentGroupKey(sg).key);
  });

  test('owners without a key cannot grant', async () => {
    const { members, groups, rotations } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Keyless owner' }).security_group_id;
    const cleo = await inviteAndJoin(fixture, ada.actor, { display_name: 'Cleo', groups: [] });
    const dora = await inviteAndJoin(fixture, ada.actor, { display_name: 'Dora', groups: [] });
    members.put(ada.actor, sg, ben.actor.principal_id, { role: 'owner' });
    members.remove(ada.actor, sg, ada.actor.principal_id);
    await rotations.whenIdle();
    members.put(ada.actor, sg, cleo.actor.principal_id, { role: 'owner' });
    const granting = () => members.put(cleo.actor, sg, dora.actor.principal_id, { role: 'viewer' });
    expect(await codeOf(granting)).toBe('group_key_unavailable');
    // Cleo's ownership does not count without a key.
    expect(await codeOf(() => members.remove(ada.actor, sg, ben.actor.principal_id))).toBe('has_dependents');
  });

  test('answer as they were when removed, and come back with a new date', async () => {
    const { members, groups, rotations } = fixture.parts;
    const sg = groups.create(ada.actor, { name: 'Come and go' }).security_group_id;
    const { principal_id } = ben.actor;
    const added = members.put(ada.actor, sg, principal_id, { role: 'editor' });
    expect(members.remove(ada.actor, sg, principal_id)).toEqual(added);
    expect(ben.actor.roleIn(sg)).toBeUndefined();
    expect(ben.actor.keyRing.hasGroupKey(sg)).toBe(false);
    expect(await codeOf(() => members.remove(ada.actor, sg, principal_id))).toBe('not_found');
    await rotations.whenIdle();
    fixture.time.nowMs += 1000;
    const back = members.put(ada.actor, sg, principal_id, { role: 'editor' });
    expect(back.added_at > added.added_at).toBe(true);
    expect(ben.actor.keyRing.currentGroupKey(sg).generation).toBe(2);
  });
});
