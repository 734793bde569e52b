import type { NodeId } from '#contract/ids.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';

/** True when a file, inbox item, part or rendition of this vault has the id. */
export function isIdInUse(core: DrivesCore, id: NodeId): boolean {
  return (
    core.nodes.find(id) !== undefined ||
    core.inbox.find(id) !== undefined ||
    core.parts.isKnownAttempt(id) ||
    core.processing.isKnownBlob(id)
  );
}
