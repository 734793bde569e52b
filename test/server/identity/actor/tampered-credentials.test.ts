/** Tests what is shown of credentials and principals whose rows somebody changed in the database. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import {
  type AccessFixture,
  createAccessFixture,
  initPraxis,
  inviteAndJoin,
  type OpenedActor,
  openActor,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
let ada: OpenedActor;
let made: CredentialCreated;

beforeEach(async () => {
  fixture = await createAccessFixture();
  onTestFinished(fixture.dispose);
  const vault = await initPraxis(fixture);
  ada = await openActor(fixture, { recovery_key: vault.recovery_key });
  const groups = [{ security_group_id: vault.security_group_id, role: 'viewer' as const }];
  made = await fixture.parts.credentials.create(ada.actor, { name: 'script', groups });
});

const edit = (sql: string, ...values: unknown[]) =>
  expect(fixture.parts.db.prepare(sql).run(...values).changes).toBe(1);
const shown = () => fixture.parts.credentials.list(ada.actor, {}).items[0];

test('one that the list did not end is not shown as ended, and can be ended', () => {
  edit("UPDATE credentials SET revoked_at = '2020-01-01T00:00:00.000Z'");
  expect(shown()?.revoked_at).toBeNull();
  expect(fixture.parts.credentials.revoke(ada.actor, made.credential_id).revoked_at).not.toBeNull();
  expect(shown()?.revoked_at).not.toBeNull();
});

test('a program said to be a person is shown as the program it is, and one that no record made to nobody', () => {
  edit("UPDATE principals SET kind = 'person' WHERE principal_id = ?", made.principal_id);
  fixture.parts.db.exec(
    `CREATE TEMP TABLE one AS SELECT * FROM principals LIMIT 1;
     UPDATE one SET principal_id = '01a21d5a-4de0-709e-8295-a5079d5c8a8e', display_name = 'Dr. Mallory';
     INSERT INTO principals SELECT * FROM one;`,
  );
  const principals = fixture.parts.principals.list(ada.actor, {}).items;
  expect(principals.map(({ kind }) => kind).toSorted()).toEqual(['person', 'sdk']);
});

test('one is shown to its issuer in the list, not to the one the row names', async () => {
  const ben = await inviteAndJoin(fixture, ada.actor, { display_name: 'Ben', groups: [] });
  edit('UPDATE credentials SET created_by = ?', ben.actor.principal_id);
  expect(fixture.parts.credentials.list(ben.actor, {}).items).toEqual([]);
  expect(shown()?.created_by).toBe(ada.actor.principal_id);
});
