/** When filing takes its turn; what it files is tested over the DICOM port. */
import { expect, test } from 'vitest';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { createLull } from '#server/access/lull.ts';
import { createAdoption } from '#server/filing/adoption.ts';
import { createDriveFixture } from '#test/server/drives/drive-fixture.ts';
import { idOf } from '#test/support/ids.ts';

test('an inbox is left alone while more comes in, but not where somebody waits for what they sent', async () => {
  const drive = createDriveFixture();
  const lull = createLull();
  const looked: SecurityGroupId[] = [];
  const never = () => {
    throw new Error('There is nothing to file.');
  };
  const adoption = createAdoption({
    lull,
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
    documents: { list: never, get: never, create: never, findExamGroup: never, listUnlinkedExams: never },
    filesOfStudy: never,
    tryLock: drive.db.tryLock,
    onFailure: never,
  });
  const leave = lull.enter();
  adoption.wake();
  await new Promise(setImmediate);
  expect(looked).toEqual([]);
  await adoption.filed([idOf<NodeId>('sent')]);
  expect(looked).toContain(drive.group);
  leave();
  await adoption.close();
  drive.close();
});
