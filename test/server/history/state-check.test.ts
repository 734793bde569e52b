import { expect, test } from 'vitest';
import { createDigestStore } from '#server/db/history/digest-store.ts';
import { createCommitHistory } from '#server/history/commit-history.ts';
import { createStateCheck } from '#server/history/state-check.ts';
import { createAccessFixture, initPraxis, openActor } from '#test/support/access-fixture.ts';

test('a check that met a database that was away is made again once it is back, and not at every commit', async () => {
  const fixture = await createAccessFixture();
  try {
    const { recovery_key, security_group_id } = await initPraxis(fixture);
    await openActor(fixture, { recovery_key });
    const { db, core, commits, health } = fixture.parts;
    const failures: unknown[] = [];
    const history = createCommitHistory(db);
    const check = createStateCheck({
      ...{ db, core, history, findings: health },
      onFailure: (error) => failures.push(error),
    });
    const groupsChecked = () =>
      createDigestStore(db)
        .list()
        .map((digest) => digest.security_group_id);
    const commitAfter = async (minutes: number) => {
      fixture.time.nowMs += minutes * 60_000;
      commits.writeNow(() => undefined);
      await check.settled();
    };

    db.exec('ALTER TABLE drive_nodes RENAME TO away');
    check.request();
    await check.settled();
    await commitAfter(0.5);
    expect(failures).toHaveLength(1);
    await commitAfter(1);
    expect(failures).toHaveLength(2);
    expect(groupsChecked()).toEqual([]);

    db.exec('ALTER TABLE away RENAME TO drive_nodes');
    await commitAfter(1);
    expect(failures).toHaveLength(2);
    expect(groupsChecked()).toEqual([security_group_id]);
    await check.close();
  } finally {
    fixture.dispose();
  }
});
