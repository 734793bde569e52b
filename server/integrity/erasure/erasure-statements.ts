/**
 * Stores the signed statement of an erasure, sealed to the person who requested it and to the group's owners. It is
 * stored in the erasing transaction, before the response, so a lost response loses no statement. It has only ids and a
 * reason, and is sealed all the same.
 */
import type { ErasureFile } from '#contract/documents/erasure.ts';
import type { DocumentId, PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { checkErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';

export interface ErasureStatements {
  /** Call inside the transaction of the erasure. */
  readonly keep: (file: ErasureFile) => void;
  /**
   * Finds the statement of an erasure; undefined when this actor has none for the patient. @throws CryptoError
   * where it was changed
   */
  readonly find: (actor: Actor, patientId: DocumentId) => ErasureFile | undefined;
}

const nameOf = (patientId: DocumentId) => `erasure/${patientId}`;

function contextOf(workspace_id: WorkspaceId, principal_id: PrincipalId, patientId: DocumentId) {
  return adminSecretContext({ workspace_id, name: nameOf(patientId), principal_id });
}

export function createErasureStatements({
  stores,
  ledger,
  keysOf,
}: Pick<AccessCore, 'stores' | 'ledger' | 'keysOf'>): ErasureStatements {
  return {
    keep(file) {
      const { workspace_id, patient_id, security_group_id, principal_id } = file.statement;
      const { groups, principals } = ledger.state();
      const members = [...(groups.get(security_group_id)?.members ?? [])];
      const owners = members.flatMap(([id, role]) => (role === 'owner' ? [id] : []));
      const text = utf8(erasureFileText(file));
      for (const id of new Set([principal_id, ...owners])) {
        const principal = principals.get(id);
        if (principal === undefined || principal.disabled) continue;
        const sealed = sealHybridPacked(
          principal.public_keys.kem,
          text,
          contextOf(workspace_id, id, patient_id),
        );
        stores.adminSecrets.insert(nameOf(patient_id), id, sealed);
      }
    },
    find(actor, patientId) {
      const { principal_id, workspace_id } = actor;
      const packed = stores.adminSecrets.find(nameOf(patientId), principal_id);
      if (packed === undefined) return undefined;
      const { secrets } = keysOf(actor);
      const context = contextOf(workspace_id, principal_id, patientId);
      const opened = openHybridPacked(secrets.kemSeed, packed, context, secrets.kemPublicKey);
      return checkErasure(fromUtf8(opened)).file;
    },
  };
}
