/** Tests that repeated rejected unlocks are recorded once with their number. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeContent } from '#server/integrity/audit/audit-content.ts';
import { createAuditLog } from '#server/integrity/audit/audit-log.ts';
import { createRepeatCounter } from '#server/integrity/audit/writing/repeat-counter.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { type AccessFixture, createAccessFixture, PASSPHRASE } from '#test/support/access-fixture.ts';

let fixture: AccessFixture;
beforeEach(async () => {
  fixture = await createAccessFixture();
  const owner = { display_name: 'Dr. Ada' };
  await fixture.parts.vault.init({ name: 'Clinic', owner, passphrase: PASSPHRASE });
});
afterEach(() => fixture.dispose());

const guess = {
  kind: 'refused',
  by: null,
  operation: 'openSession',
  code: 'credential_rejected',
  object_type: 'principal',
  object_id: '01890000-0000-7000-8000-000000000001',
} as const;

function logOf() {
  const { db, core } = fixture.parts;
  const keys = { of: () => undefined } as unknown as Parameters<typeof createAuditLog>[0]['keys'];
  const log = createAuditLog({ db, core, keys, onFailure: () => undefined });
  const store = createAuditStore(db);
  const first = (store.head()?.seq ?? 0) + 1;
  return {
    log,
    told: () =>
      db
        .prepare<[number], { entry: Uint8Array }>(
          'SELECT entry FROM audit_entries WHERE seq >= ? ORDER BY seq',
        )
        .all(first)
        .map(({ entry }) => decodeContent(entry).detail ?? null),
  };
}

test('what came again within a minute is counted before the next that is told', async () => {
  const { log, told } = logOf();
  for (let n = 0; n < 5; n += 1) log.recordOnce(guess);
  await log.flush();
  expect(told()).toEqual([null]);
  fixture.time.nowMs += 60_000;
  log.recordOnce(guess);
  await log.flush();
  expect(told()).toEqual([null, '+4', null]);
});

test('what is held back when the server ends is told before its last entry', async () => {
  const { log, told } = logOf();
  for (let n = 0; n < 3; n += 1) log.recordOnce(guess);
  await fixture.parts.commits.write(() => log.appendLast({ kind: 'vault_closed', by: null }));
  expect(told()).toEqual([null, '+2', null]);
});

test('readings that came again are told of no more than before', async () => {
  const { log, told } = logOf();
  for (let n = 0; n < 3; n += 1) log.recordOnce({ kind: 'refused', by: null, operation: 'getPatient' });
  fixture.time.nowMs += 60_000;
  log.recordOnce({ kind: 'refused', by: null, operation: 'getPatient' });
  await log.flush();
  expect(told()).toEqual([null, null]);
});

test('of very many different ones all are told at once', () => {
  const held = createRepeatCounter();
  let isFull = false;
  for (let n = 0; !isFull; n += 1) isFull = held.add(String(n), { ...guess, object_id: String(n) });
  expect(held.take().length).toBe(1000);
  expect(held.take()).toEqual([]);
});
