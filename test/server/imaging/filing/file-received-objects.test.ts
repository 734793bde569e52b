/** Tests when filing runs; the DICOM port's tests cover what it files. */
import { expect, test, vi } from 'vitest';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { createInboxFiler } from '#server/imaging/filing/file-received-objects.ts';
import { createIdleGate } from '#server/system/concurrency/idle-gate.ts';
import { createDriveFixture } from '#test/server/drives/drive-fixture.ts';
import { idOf } from '#test/support/ids.ts';

test('an inbox is left alone while more comes in, but not where somebody waits for what they sent', async () => {
  const drive = createDriveFixture();
  const lull = createIdleGate();
  const looked: SecurityGroupId[] = [];
  const never = () => {
    throw new Error('There is nothing to file.');
  };
  const adoption = createInboxFiler({
    idleGate: lull,
    unlocked: { add: never, find: () => drive.owner },
    inbox: {
      groups: () => [drive.group],
      listAfter(group) {
        looked.push(group);
        return [];
      },
      has: () => looked.length === 0,
      ...{ open: never, adopt: never, damaged: never },
    },
    documents: {
      list: never,
      get: never,
      create: never,
      update: never,
      setExamPatient: never,
      findExamGroup: never,
      listUnlinkedExams: never,
    },
    filesOfStudy: never,
    tryLock: drive.db.tryLock,
    onFailure: never,
  });
  const leave = lull.markBusy();
  adoption.wake();
  await new Promise(setImmediate);
  expect(looked).toEqual([]);
  await adoption.filed([idOf<NodeId>('sent')]);
  expect(looked).toContain(drive.group);
  leave();
  await adoption.close();
  drive.close();
});

test('what could not be filed because storage failed is tried again, though nothing else comes', async () => {
  const drive = createDriveFixture();
  const failures: unknown[] = [];
  let looks = 0;
  const never = () => {
    throw new Error('There is nothing to file.');
  };
  const adoption = createInboxFiler({
    idleGate: createIdleGate(),
    unlocked: { add: never, find: () => drive.owner },
    inbox: {
      groups: () => [drive.group],
      listAfter() {
        looks += 1;
        if (looks === 1) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        return [];
      },
      has: () => false,
      ...{ open: never, adopt: never, damaged: never },
    },
    documents: {
      list: never,
      get: never,
      create: never,
      update: never,
      setExamPatient: never,
      findExamGroup: never,
      listUnlinkedExams: never,
    },
    filesOfStudy: never,
    tryLock: drive.db.tryLock,
    onFailure: (error) => failures.push(error),
  });
  adoption.wake();
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1), { timeout: 240_000 });
  expect(failures).toHaveLength(1);
  await adoption.close();
  drive.close();
});
