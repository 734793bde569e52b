/** Finds and erases a patient's inbox items, by their headers, when the patient is erased. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';
import { openItem } from './file-inbox-item.ts';

const ROWS_AT_ONCE = 50;

/** Skips an item that does not open, because its patient is unknown. */
export async function findItems(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  isTheirs: (header: InstanceHeader) => boolean,
): Promise<NodeId[]> {
  const found: NodeId[] = [];
  for (let after = ''; ; ) {
    const rows = core.inbox.listAfter(securityGroupId, after, ROWS_AT_ONCE);
    for (const row of rows) {
      const header = headerOf(core, actor, row);
      if (header !== undefined && isTheirs(header)) found.push(row.node_id);
    }
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.node_id;
    await nextTurn();
  }
}

/** `note` runs inside the transaction; each item is one sealed file of its own id. */
export async function eraseItems(
  core: DrivesCore,
  nodeIds: readonly NodeId[],
  note: (gone: readonly NodeId[]) => void,
): Promise<void> {
  const gone = await core.deps.commits.write(() => {
    // An item filed meanwhile is now a file of its exam.
    const waiting = nodeIds.filter((nodeId) => core.inbox.find(nodeId) !== undefined);
    for (const nodeId of waiting) core.inbox.delete(nodeId);
    if (waiting.length > 0) note(waiting);
    return waiting;
  });
  await core.blobs.remove(gone);
}

function headerOf(core: DrivesCore, actor: Actor, row: InboxRow): InstanceHeader | undefined {
  try {
    const { dek, header } = openItem(core, actor.keyRing, row);
    wipe(dek);
    return header;
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}
