/** Writes the outdated snapshots of a group's index and their progress, yielding in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeBuffer, wipe } from '#crypto/bytes.ts';
import type { IndexSnapshotFiles } from './index-snapshot-file.ts';
import type { OpenGroup } from './unlocked-group-index.ts';

/** Runs while `isWanted`. Unsaved changes are indexed again from the database when the index is next opened. */
export async function saveIndexSnapshots(
  images: IndexSnapshotFiles,
  group: OpenGroup,
  isWanted: () => boolean,
): Promise<void> {
  const { index, security_group_id } = group;
  group.unsaved = 0;
  if (index.shards().every((shard) => !shard.isDirty())) return;
  await writeDirty(images, group, isWanted);
  images.writeProgress(
    security_group_id,
    group.imageKey,
    index.shards().map((shard) => shard.progress()),
  );
}

async function writeDirty(
  images: IndexSnapshotFiles,
  group: OpenGroup,
  isWanted: () => boolean,
): Promise<void> {
  for (const [at, shard] of group.index.shards().entries()) {
    if (!shard.isDirty()) continue;
    if (!isWanted()) return;
    await shard.dropPurgedWords(nextTurn, isWanted);
    await nextTurn();
    if (!isWanted()) return;
    const image = shard.serialize(group.index.appliedSeq());
    await nextTurn();
    images.write(group.security_group_id, at, group.imageKey, image);
    wipe(image);
    freeBuffer(image);
    await nextTurn();
  }
}
