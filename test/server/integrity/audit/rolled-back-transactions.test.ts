/** Tests that pending audit entries survive a rolled-back transaction. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuditLog } from '#server/integrity/audit/audit-log.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import { type AccessFixture, createAccessFixture, PASSPHRASE } from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
beforeEach(async () => {
  fixture = await createAccessFixture();
  await fixture.parts.vault.init({
    name: 'Clinic',
    owner: { display_name: 'Dr. Ada' },
    passphrase: PASSPHRASE,
  });
});
afterEach(() => fixture.dispose());

const full = () => Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
const told = (detail: string) => ({ kind: 'vault_migrated', by: null, detail }) as const;

function logOver(beforeCommit: () => void, freeDiskSpace: () => boolean) {
  const { db, core } = fixture.parts;
  const commits = createCommitQueue(db, { beforeCommit, freeDiskSpace });
  const log = createAuditLog({
    db,
    core: { ...core, commits },
    keys: { of: () => undefined } as unknown as Parameters<typeof createAuditLog>[0]['keys'],
    onFailure: () => undefined,
  });
  return { log, commits, store: createAuditStore(db) };
}

test('one that runs again on a full disk tells it, once', async () => {
  let fails = 1;
  const { log, store } = logOver(
    () => {
      if (fails-- > 0) throw full();
    },
    () => true,
  );
  const before = store.head()?.seq ?? 0;
  log.recordOnce(told('first'));
  await log.flush();
  expect(store.head()?.seq).toBe(before + 1);
  await log.appendAlone(told('second'));
  expect(store.head()?.seq).toBe(before + 2);
});

test('one that failed tells it with the next; a neighbour that throws does not tell it twice', async () => {
  let fails = 1;
  const { log, commits, store } = logOver(
    () => {
      if (fails-- > 0) throw full();
    },
    () => false,
  );
  const before = store.head()?.seq ?? 0;
  log.recordOnce(told('first'));
  await expect(log.flush()).rejects.toThrow();
  expect(store.head()?.seq ?? 0).toBe(before);
  const flushed = log.flush();
  const neighbour = commits.write(() => {
    throw new Error('of its own');
  });
  await expect(neighbour).rejects.toThrow('of its own');
  await flushed;
  await log.flush();
  expect(store.head()?.seq).toBe(before + 1);
});
