/** Writing the images of a group's index that are not up to date, giving way to other work in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { wipe } from '#crypto/bytes.ts';
import type { OpenGroup } from './open-group.ts';
import type { SealedImages } from './sealed-image.ts';

/** For as long as `isWanted`. What is left out is taken in again from the database when the index is next opened. */
export async function saveInTurns(
  images: SealedImages,
  group: OpenGroup,
  isWanted: () => boolean,
): Promise<void> {
  group.unsaved = 0;
  for (const [at, shard] of group.index.shards().entries()) {
    if (!shard.isDirty()) continue;
    if (!isWanted()) return;
    shard.dropPurgedWords();
    await nextTurn();
    if (!isWanted()) return;
    const image = shard.serialize();
    await nextTurn();
    images.write(group.security_group_id, at, group.imageKey, image);
    wipe(image);
    await nextTurn();
  }
}
