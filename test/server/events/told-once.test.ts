import { expect, onTestFinished, test, vi } from 'vitest';
import type { VaultEvent } from '#contract/events/change-event.ts';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { createEventsService } from '#server/events/events-service.ts';
import { createAccessFixture, initPraxis, openActor } from '#test/support/access-fixture.ts';

test('a change is made into an event once, however many streams tell of it', async () => {
  const fixture = await createAccessFixture();
  onTestFinished(fixture.dispose);
  const { recovery_key, security_group_id } = await initPraxis(fixture);
  const { actor } = await openActor(fixture, { recovery_key });
  const { db, commits } = fixture.parts;
  const failures: unknown[] = [];
  const events = createEventsService({ db, commits, onFailure: (error) => failures.push(error) });
  onTestFinished(events.close);
  const heard = Array.from({ length: 3 }, (): VaultEvent[] => []);
  for (const each of heard)
    events.subscribe(actor, undefined, { onEvent: (event) => each.push(event), onEnd: () => undefined });
  const group = parseSecurityGroupId(security_group_id);
  commits.writeNow(() =>
    events.record({
      ...{ event: 'group', id: group, change: 'updated' },
      ...{ security_group_id: group, by: actor.principal_id },
    }),
  );
  await vi.waitFor(() => expect(heard.map(({ length }) => length)).toEqual([1, 1, 1]));
  const [first, second, third] = heard.map(([event]) => event);
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(failures).toEqual([]);
});
