/** Adds items of the starter set to a group, one after the other. Those the group has already are left out. */
import { vault } from '#renderer/api/vault-client.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { missingItems } from '#report/starter/starter-items-to-add.ts';
import { type StarterItem, starterBody } from '#report/starter/starter-set.ts';

/** Returns those items that the group does not have yet. */
export function missingIn(groupId: string, items: readonly StarterItem[]): StarterItem[] {
  const rows = [...templateCache.use.getState().rows.values()].map((row) => ({
    security_group_id: row.security_group_id,
    is_deleted: row.is_deleted,
    title: row.summary?.title ?? null,
  }));
  return missingItems(items, rows, groupId);
}

export async function installStarter(
  groupId: string,
  items: readonly StarterItem[],
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    templateCache.put(await vault().templates.create(starterBody(item, groupId)));
    done += 1;
    onProgress(done);
  }
}
