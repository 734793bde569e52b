/**
 * Checks a node's parent (an active folder of the same drive) and exam (of the same group). Source: choices, "Drives",
 * "Error codes", "Ids".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import { type Actor, notFoundError } from '#server/identity/actor/actor.ts';
import type { NodeStore } from '#server/storage/drives/node-store.ts';
import type { NodeCrypto } from './node-crypto.ts';

export interface Placement {
  /**
   * Checks a parent folder.
   * @throws not_found, parent_not_a_folder, document_deleted (the folder is in the trash), CryptoError
   */
  readonly checkParent: (actor: Actor, securityGroupId: SecurityGroupId, parentId: NodeId | null) => void;
  /**
   * Checks a linked exam.
   * @throws not_found for an exam the actor may not know of, invalid_request for one of another of their groups.
   */
  readonly checkExam: (actor: Actor, securityGroupId: SecurityGroupId, examId: DocumentId | null) => void;
  /** Prevents moving a folder into itself. @throws invalid_request when `parentId` is the node itself or below it. */
  readonly checkNoCycle: (nodeId: NodeId, parentId: NodeId | null) => void;
}

export function createPlacement(
  store: NodeStore,
  keeper: NodeCrypto,
  findExamGroup: DrivesDeps['findExamGroup'],
): Placement {
  return {
    checkParent(actor, securityGroupId, parentId) {
      if (parentId === null) return;
      const parent = store.find(parentId);
      if (parent === undefined || parent.security_group_id !== securityGroupId) {
        throw notFoundError();
      }
      if (parent.kind !== 'folder')
        throw new VaultError('parent_not_a_folder', 'The parent is a file. Choose a folder.');
      keeper.verify(actor.keyRing, parent);
      if (parent.is_deleted === 1) {
        throw new VaultError('document_deleted', 'The parent folder is in the trash. Restore it first.');
      }
    },
    checkExam(actor, securityGroupId, examId) {
      if (examId === null) return;
      const found = findExamGroup(examId);
      if (found?.security_group_id === securityGroupId) return;
      if (found === undefined || actor.roleIn(found.security_group_id) === undefined) {
        throw notFoundError();
      }
      throw new VaultError(
        'invalid_request',
        'The exam belongs to another security group than this drive. Use the drive of its group.',
      );
    },
    checkNoCycle(nodeId, parentId) {
      const seen = new Set<string>();
      for (let at = parentId; at !== null && !seen.has(at); at = store.find(at)?.parent_id ?? null) {
        seen.add(at);
        if (at === nodeId) {
          throw new VaultError(
            'invalid_request',
            'A folder cannot be moved into itself or into a folder inside it.',
          );
        }
      }
    },
  };
}
