/** Tests a leaving administrator's issued credentials: they end, or are listed and stay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
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
let sg: SecurityGroupId;

beforeAll(async () => {
  fixture = await createAccessFixture();
  const { security_group_id, recovery_key } = await initPraxis(fixture);
  sg = security_group_id;
  ada = await openActor(fixture, { recovery_key });
});
afterAll(() => fixture.dispose());

test.each([
  ['end', 'ended'],
  ['keep', 'kept'],
] as const)('what a leaver issued and nobody has used: %s', async (issued, state) => {
  const { principals, credentials, rotations } = fixture.parts;
  const groups = [{ security_group_id: sg, role: 'viewer' as const }];
  const display_name = `Leaver ${state}`;
  const leaver = await inviteAndJoin(fixture, ada.actor, { display_name, is_admin: true, groups });
  const name = `script ${state}`;
  const script = await credentials.create(leaver.actor, { name, groups });
  const waiting = principals.invite(leaver.actor, { display_name: `Waiting ${state}`, groups: [] });
  const joined = await inviteAndJoin(fixture, leaver.actor, { display_name: `Joined ${state}`, groups });
  const answer = principals.disable(ada.actor, leaver.actor.principal_id, { issued });
  expect(answer.issued).toEqual([
    { principal_id: script.principal_id, kind: 'sdk', display_name: name, state },
    { principal_id: waiting.principal_id, kind: 'person', display_name: `Waiting ${state}`, state },
  ]);
  const states = new Map(
    principals.list(ada.actor, { limit: 200 }).items.map((each) => [each.principal_id, each.state]),
  );
  expect(states.get(joined.actor.principal_id)).toBe('active');
  expect(states.get(waiting.principal_id)).toBe(state === 'ended' ? 'disabled' : 'invited');
  expect(states.get(script.principal_id)).toBe(state === 'ended' ? 'disabled' : 'active');
  await rotations.whenIdle();
});
