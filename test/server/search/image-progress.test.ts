/** Tests index images that were saved partly: the next start indexes only what they lack. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import { generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { createGroupIndex, type GroupIndex } from '#server/search/group-index.ts';
import { createIndexShard, type IndexShard } from '#server/search/index-shard.ts';
import { createIndexSnapshotFiles } from '#server/search/index-snapshot-file.ts';
import { saveIndexSnapshots } from '#server/search/save-index-snapshots.ts';
import { startGroup } from '#server/search/unlocked-group-index.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { openMemoryDatabase } from '#server/storage/search/memory-database.ts';
import { idOf, newId } from '#test/support/ids.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { patient, rowOf } from './index-rows.ts';

const SHARD_DOCUMENTS = 2;

function createStored() {
  const dataDir = testTempDir();
  const workspaceId: WorkspaceId = newId();
  const group: SecurityGroupId = newId();
  const keyRing = new KeyRing();
  keyRing.setGroupKey(group, 1, parseGroupKey(generateGroupKey()));
  const images = createIndexSnapshotFiles(dataDir, () => workspaceId);

  async function reopen(): Promise<GroupIndex> {
    const keyOf = () => keyRing.subkeys(group, 1).searchKey;
    const progress = await images.readProgress(group, keyOf);
    const shards: IndexShard[] = [];
    for await (const image of images.openAll(group, keyOf)) {
      const database = image && openMemoryDatabase(image);
      shards.push(createIndexShard(database, SHARD_DOCUMENTS, progress?.[shards.length]));
    }
    const index = createGroupIndex(shards);
    onTestFinished(() => index.close(async () => undefined));
    return index;
  }

  const index = createGroupIndex([], () => createIndexShard(undefined, SHARD_DOCUMENTS));
  onTestFinished(() => index.close(async () => undefined));
  /** Saves at most this many images. */
  const save = async (most: number): Promise<void> => {
    let asked = 0;
    // Stop before the words, and before the image.
    await saveIndexSnapshots(
      images,
      startGroup(keyRing, group, { purgedSeq: 0, onPurged: () => undefined }, index),
      () => Math.floor(asked++ / 2) < most,
    );
    await images.whenWritten();
  };
  const take = (row: DocumentRow, name: string): void =>
    index.apply([row], () => patient(name), row.change_seq);
  return { folder: join(dataDir, 'search'), index, take, save, reopen };
}

/** Creates patients a to f in three shards, all saved. */
async function createFilled() {
  const stored = createStored();
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => rowOf('patients', idOf(id)));
  for (const row of rows) stored.take(row, `Name ${row.document_id}`);
  await stored.save(3);
  const change = (at: number): DocumentRow => {
    const row = { ...rowOf('patients', newId()), document_id: rows[at]?.document_id ?? newId(), row_rev: 2 };
    stored.take(row, 'Changed');
    return row;
  };
  return { ...stored, rows, change };
}

describe('the stored images of an index', () => {
  test('hold everything up to the last change where all were stored', async () => {
    const { index, reopen, change, save } = await createFilled();
    change(0);
    await save(1);
    const reopened = await reopen();
    expect(reopened.appliedSeq()).toBe(index.appliedSeq());
    expect(reopened.fingerprint()).toEqual(index.fingerprint());
  });

  test('of which one was left out are followed up from where that one stands, not from the first change', async () => {
    const { index, reopen, change, save } = await createFilled();
    const rows = [change(0), change(2), change(4)];
    await save(2);
    const reopened = await reopen();
    expect(reopened.appliedSeq()).toBe(rows[1]?.change_seq);
    const opened: string[] = [];
    const open = (row: DocumentRow) => {
      opened.push(row.document_id);
      return patient('Changed');
    };
    reopened.apply(rows, open, index.appliedSeq());
    expect(opened).toEqual(['e']);
    expect(reopened.shards().map((shard) => shard.isDirty())).toEqual([false, false, true]);
    expect(reopened.fingerprint()).toEqual(index.fingerprint());
  });

  test('that nothing tells of are taken as they come, to be compared with the database', async () => {
    const { folder, index, reopen, change, save } = await createFilled();
    const told = readdirSync(folder).find((name) => name.endsWith('.progress.sealed')) ?? '';
    change(0);
    await save(1);
    rmSync(join(folder, told));
    expect((await reopen()).appliedSeq()).toBe(index.appliedSeq());
  });
});
