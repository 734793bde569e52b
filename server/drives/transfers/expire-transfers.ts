/**
 * Cancels uploads past their retention: the node fails, its parts and reserved quota are freed. The status is a
 * plaintext column, so this waits for a key: only a row that verifies, and was never completed, is cancelled.
 * Source: choices, "Drives", Upload and Resumable.
 */
import { RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { listOwnedBlobs, listReferencedBlobsOf } from '#server/drives/blobs/blob-ownership.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

export async function expireTransfers(core: DrivesCore, keyRing: KeyRing): Promise<void> {
  const before = new Date(core.deps.clock.nowMs() - RESUMABLE_RETENTION_MS).toISOString();
  for (const nodeId of core.nodes.pendingSince(before)) {
    const row = core.nodes.find(nodeId);
    const verified = row && core.keeper.verifyIfHeld(keyRing, row);
    if (verified?.status === 'pending') await giveUp(core, keyRing, verified);
  }
}

async function giveUp(core: DrivesCore, keyRing: KeyRing, row: NodeRow): Promise<void> {
  const { node_id } = row;
  const named = listReferencedBlobsOf(core, row);
  const own = await listOwnedBlobs(core, row, core.keeper.dekOf(keyRing, row), named);
  const isGivenUp = await core.deps.commits.write(() => {
    const current = core.nodes.find(node_id);
    if (current === undefined || Buffer.compare(current.row_mac, row.row_mac) !== 0) return false;
    core.parts.deleteAll(node_id);
    core.nodes.markFailed(node_id);
    return true;
  });
  if (isGivenUp) await core.blobs.remove(own);
}
