import { v7 } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCommitHistory } from '#server/integrity/history/commit-history.ts';
import { createStateCheck } from '#server/integrity/history/state-check.ts';
import { createDigestStore } from '#server/storage/history/digest-store.ts';
import { createAccessFixture, initPraxis, openActor, peerOf } from '#test/support/access-fixture.ts';
import { onSqlite } from '#test/support/on-engine.ts';

const ROWS = 120;

const onlySqlite = onSqlite('a count reads one state over a connection of its own, and waits for nobody');

/** Creates a vault of some rows and a state check that reports which rows it read. */
async function checkedVault() {
  const fixture = await createAccessFixture();
  onTestFinished(fixture.dispose);
  const { recovery_key, security_group_id } = await initPraxis(fixture);
  const { db, core, commits, health } = fixture.parts;
  const columns = db
    .prepare<[], { name: string; type: string }>("SELECT name, type FROM pragma_table_info('documents')")
    .all();
  const insert = db.prepare<unknown[]>(
    `INSERT INTO documents (${columns.map(({ name }) => name).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const known = new Map<string, unknown>([
    ['resource', 'patients'],
    ['security_group_id', security_group_id],
    ['group_key_generation', 1],
  ]);
  const cellOf = (id: string, { name, type }: { name: string; type: string }) =>
    name === 'document_id' ? id : (known.get(name) ?? (type === 'BLOB' ? Buffer.alloc(32, id) : 0));
  commits.writeNow(() => {
    for (let n = 0; n < ROWS; n += 1) {
      const id = v7();
      insert.run(...columns.map((column) => cellOf(id, column)));
    }
  });

  const read: string[] = [];
  let onPage: (() => void) | undefined;
  const watched = {
    ...db,
    get inTransaction() {
      return db.inTransaction;
    },
    prepare<P extends unknown[], R>(sql: string) {
      const statement = db.prepare<P, R>(sql);
      if (!/row_mac FROM documents/.test(sql)) return statement;
      return {
        ...statement,
        all(...parameters: P) {
          const rows = statement.all(...parameters);
          for (const row of rows) read.push(String(new Map(Object.entries(row ?? {})).get('id')));
          onPage?.();
          return rows;
        },
      };
    },
  };
  const history = createCommitHistory(db);
  const failures: unknown[] = [];
  const check = createStateCheck({
    ...{ db: watched, core, history, findings: health },
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(check.close);
  return {
    ...{ fixture, check, read, failures },
    /** @returns a function that locks the session. */
    async open(): Promise<() => void> {
      const peer = peerOf('client-a');
      const { session_token } = await openActor(fixture, { recovery_key }, peer);
      const live = fixture.parts.sessions.find(session_token, peer);
      return () => void fixture.parts.sessions.lock(live, { all: false });
    },
    onPage(listener: (() => void) | undefined) {
      onPage = listener;
    },
    groupsChecked: () =>
      createDigestStore(db)
        .list()
        .map((digest) => digest.security_group_id),
    group: security_group_id,
  };
}

onlySqlite(
  'a count whose keys go in the middle goes on where it was once they are back, and reads no row twice',
  async () => {
    const { check, read, failures, open, onPage, groupsChecked, group } = await checkedVault();
    const lock = await open();
    onPage(() => {
      onPage(undefined);
      queueMicrotask(lock);
    });
    check.request();
    await check.whenIdle();
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(ROWS);
    expect(groupsChecked()).toEqual([]);

    await open();
    check.request();
    await check.whenIdle();
    expect(failures).toEqual([]);
    expect(read).toHaveLength(ROWS);
    expect(new Set(read).size).toBe(ROWS);
    expect(groupsChecked()).toEqual([group]);
  },
);

onlySqlite('a count that was held up for a day begins anew', async () => {
  const { fixture, check, read, open, onPage, groupsChecked, group } = await checkedVault();
  const lock = await open();
  onPage(() => {
    onPage(undefined);
    queueMicrotask(lock);
  });
  check.request();
  await check.whenIdle();
  const before = read.length;
  fixture.time.nowMs += 25 * 60 * 60 * 1000;
  await open();
  check.request();
  await check.whenIdle();
  expect(read).toHaveLength(before + ROWS);
  expect(groupsChecked()).toEqual([group]);
});

onlySqlite('a vault whose count takes long is counted less often than once an hour', async () => {
  const { fixture, check, read, open } = await checkedVault();
  await open();
  let nowMs = 0;
  const timer = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 50_000;
    return nowMs;
  });
  check.request();
  await check.whenIdle();
  timer.mockRestore();
  expect(read).toHaveLength(ROWS);
  const countAfter = async (hours: number) => {
    fixture.time.nowMs += hours * 60 * 60 * 1000;
    await open();
    check.request();
    await check.whenIdle();
    return read.length / ROWS;
  };
  expect(await countAfter(2)).toBe(1);
  expect(await countAfter(48)).toBe(2);
  expect(await countAfter(2)).toBe(3);
});

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
      await check.whenIdle();
    };

    db.exec('ALTER TABLE drive_nodes RENAME TO away');
    check.request();
    await check.whenIdle();
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
