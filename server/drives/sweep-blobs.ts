/** Sealed files without a row go into quarantine, and out of it where a row names them again; both are told. */
import { isUuidV7, parseNodeId } from '#contract/ids.ts';
import type { DrivesCore } from './drives-core.ts';

export async function sweepBlobs(core: DrivesCore): Promise<void> {
  const { quarantined, back } = await core.blobs.sweep((blobId) => isKnown(core, blobId));
  for (const name of quarantined) core.deps.findings.note('quarantined', name);
  for (const name of back) core.deps.findings.settle('quarantined', name);
}

function isKnown({ nodes, inbox, parts, processing }: DrivesCore, blobId: string): boolean {
  if (parts.isKnownAttempt(blobId) || processing.isKnownBlob(blobId)) return true;
  if (!isUuidV7(blobId)) return false;
  const nodeId = parseNodeId(blobId);
  return nodes.find(nodeId) !== undefined || inbox.find(nodeId) !== undefined;
}
