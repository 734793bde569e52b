import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { createFolder } from '#server/drives/nodes/create-folder.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

const NUMBERS_TRIED = 1000;

/** The folder for an exam's images: its first folder outside the trash, else a new one. */
export async function studyFolder(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examId: DocumentId,
  studyUid: string,
): Promise<NodeId> {
  for (let number = 1; number <= NUMBERS_TRIED; number += 1) {
    const there = core.nodes
      .byExam(examId)
      .find((row) => row.kind === 'folder' && row.is_deleted === 0 && isWhole(core, actor, row));
    if (there !== undefined) return there.node_id;
    const name = number === 1 ? `DICOM ${studyUid}` : `DICOM ${studyUid} (${number})`;
    try {
      const body = { name, exam_id: examId };
      return (await createFolder(core, actor, securityGroupId, body, {})).node_id;
    } catch (error) {
      // Another folder has this name, perhaps created at this moment.
      if (!(error instanceof VaultError) || error.code !== 'name_taken') throw error;
    }
  }
  throw new VaultError('name_taken', 'Too many folders have this name. Choose another name.');
}

function isWhole(
  core: DrivesCore,
  actor: Actor,
  row: Parameters<typeof core.keeper.verifyIfHeld>[1],
): boolean {
  return core.keeper.verifyIfHeld(actor.keyRing, row) !== undefined;
}
