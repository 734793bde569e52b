import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/access/roles.ts';
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

let fixture: AccessFixture;
let vault: VaultCreated;
let ada: OpenedActor;

beforeAll(async () => {
  fixture = await createAccessFixture();
  vault = await initPraxis(fixture);
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
});
afterAll(() => fixture.dispose());

const hasSeal = (opened: OpenedActor): boolean =>
  fixture.parts.core.stores.adminSecrets.find('ca_key', opened.actor.principal_id) !== undefined;

function join(display_name: string, role: Role): Promise<OpenedActor> {
  const groups = [{ security_group_id: vault.security_group_id, role }];
  return inviteAndJoin(fixture, ada.actor, { display_name, groups });
}

describe('the CA key', () => {
  test('is sealed to administrators alone, whatever the role of others', async () => {
    const { members } = fixture.parts;
    const ben = await join('Ben', 'editor');
    expect(hasSeal(ada)).toBe(true);
    expect(hasSeal(ben)).toBe(false);
    members.put(ada.actor, vault.security_group_id, ben.actor.principal_id, { role: 'owner' });
    expect(hasSeal(ben)).toBe(false);
    members.put(ada.actor, vault.security_group_id, ben.actor.principal_id, { role: 'viewer' });
    expect(hasSeal(ben)).toBe(false);
    const admin = await inviteAndJoin(fixture, ada.actor, {
      display_name: 'Cleo',
      is_admin: true,
      groups: [],
    });
    expect(hasSeal(admin)).toBe(true);
  });

  test('is in memory exactly while an administrator is unlocked; an owner issues beside one', async () => {
    const owner = await join('Owner', 'owner');
    await fixture.reopen();
    const { pki, sessions, credentials } = fixture.parts;
    const come = (opened: OpenedActor) => openActor(fixture, { recovery_key: opened.recovery_key ?? '' });
    const lock = ({ actor }: OpenedActor) => sessions.endSessionsOf(actor.principal_id);
    const back = await come(owner);
    expect(pki.caKeyPem()).toBeUndefined();
    const body = {
      name: 'by owner',
      groups: [{ security_group_id: vault.security_group_id, role: 'viewer' as const }],
    };
    expect(await codeOf(() => credentials.create(back.actor, body))).toBe('permission_denied');
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    expect(pki.caKeyPem()).toContain('PRIVATE KEY');
    expect(await codeOf(() => credentials.create(back.actor, body))).toBe('none');
    lock(ada);
    expect(pki.caKeyPem()).toBeUndefined();
    lock(back);
  });

  test('seals that an older version made for owners go at an administrator’s unlock, and the key with them', async () => {
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    const owner = await join('Former', 'owner');
    fixture.parts.core.stores.adminSecrets.insert('ca_key', owner.actor.principal_id, new Uint8Array(40));
    expect(hasSeal(owner)).toBe(true);
    const before = fixture.parts.pki.caKeyPem();
    await fixture.reopen();
    ada = await openActor(fixture, { recovery_key: vault.recovery_key });
    expect(hasSeal(owner)).toBe(false);
    expect(fixture.parts.pki.caKeyPem()).not.toBe(before);
  });
});
