import type { NodeId } from '#contract/ids.ts';
import type { DrivesCore } from '#server/drives/drives-core.ts';

/** Whether anything of this vault has the id: a file, what was received, a part or a picture. */
export function isIdInUse(core: DrivesCore, id: NodeId): boolean {
  return (
    core.nodes.find(id) !== undefined ||
    core.inbox.find(id) !== undefined ||
    core.parts.isKnownAttempt(id) ||
    core.processing.isKnownBlob(id)
  );
}
