/** Loads a group's index from its sealed snapshots, one shard per turn of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { openMemoryDatabase } from '#server/storage/search/memory-database.ts';
import { createGroupIndex, type GroupIndex } from './group-index.ts';
import { createIndexShard, type IndexShard } from './index-shard.ts';
import type { IndexSnapshotFiles } from './index-snapshot-file.ts';

/** Loads the index of a group; undefined without snapshots. An unreadable one leaves an empty shard. */
export async function loadIndexSnapshots(
  images: IndexSnapshotFiles,
  keyRing: KeyRing,
  securityGroupId: SecurityGroupId,
): Promise<GroupIndex | undefined> {
  const keyOf = (generation: number) =>
    keyRing.holdsGeneration(securityGroupId, generation)
      ? keyRing.subkeys(securityGroupId, generation).searchKey
      : undefined;
  const progress = await images.readProgress(securityGroupId, keyOf);
  const shards: IndexShard[] = [];
  for await (const image of images.openAll(securityGroupId, keyOf)) {
    await nextTurn();
    const memory = image && openMemoryDatabase(image);
    shards.push(createIndexShard(memory, undefined, progress?.[shards.length]));
    await nextTurn();
  }
  return shards.length === 0 ? undefined : createGroupIndex(shards);
}
