/**
 * Records what an erasure has removed so far, in the transaction that removes it. After an interruption, the repeated
 * erasure also removes sealed files whose rows are gone, and lists everything in its statement. Notes are sealed under
 * a key derived from the patient record, which is deleted last. So a writer of the folder cannot forge one, every owner
 * of the group can continue, and they are unreadable afterwards. Their names are plaintext, for `doctor`.
 */
import type { DocumentId, NodeId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createAdminSecretStore } from '#server/storage/access/admin-secret-store.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

const SCHEMA = 2;
const PAD_BYTES = 256;
const PLACE = 'erasing/';

export interface Erased {
  readonly files: readonly NodeId[];
  readonly received: readonly NodeId[];
  /** The patient's sealed files. */
  readonly blobs: readonly string[];
  /** True when a note does not open: more may have been removed. */
  readonly isDamaged: boolean;
}

type Noted = Omit<Erased, 'isDamaged'>;

export interface ErasureProgress {
  /** Call inside the transaction that removes it. `key` comes from `erasureKey`. */
  readonly note: (actor: Actor, key: Uint8Array, patientId: DocumentId, erased: Partial<Noted>) => void;
  readonly find: (actor: Actor, key: Uint8Array, patientId: DocumentId) => Erased;
  readonly has: (patientId: DocumentId) => boolean;
  /** Call inside the transaction that removes the patient. */
  readonly delete: (patientId: DocumentId) => void;
}

export function createErasureProgress({
  stores,
  newId,
}: Pick<AccessCore, 'stores' | 'newId'>): ErasureProgress {
  const { adminSecrets } = stores;
  const below = (patientId: DocumentId) => `${PLACE}${patientId}/`;

  return {
    note(actor, key, patientId, { files = [], received = [], blobs = [] }) {
      const { workspace_id, principal_id } = actor;
      const name = below(patientId) + newId();
      const context = adminSecretContext({ workspace_id, principal_id, name });
      const content: Noted = { files, received, blobs };
      adminSecrets.insert(name, principal_id, sealJson(key, { schema: SCHEMA, content }, context, PAD_BYTES));
    },
    find({ workspace_id }, key, patientId) {
      const notes = adminSecrets.listBelow(below(patientId));
      const parts = notes.flatMap(({ packed, ...place }) => {
        const context = adminSecretContext({ workspace_id, ...place });
        return openIfSealed(key, packed, context);
      });
      return {
        files: parts.flatMap(({ files }) => files),
        received: parts.flatMap(({ received }) => received),
        blobs: parts.flatMap(({ blobs }) => blobs),
        isDamaged: parts.length < notes.length,
      };
    },
    has: (patientId) => adminSecrets.listBelow(below(patientId)).length > 0,
    delete(patientId) {
      for (const { name, principal_id } of adminSecrets.listBelow(below(patientId)))
        adminSecrets.delete(name, principal_id);
    },
  };
}

/** Skips notes that do not open, because a forged row must not prevent an erasure from finishing. */
function openIfSealed(key: Uint8Array, packed: Uint8Array, context: SealContext): Noted[] {
  try {
    return [openJson<Noted>(key, packed, context, SCHEMA).content];
  } catch (error) {
    if (error instanceof CryptoError) return [];
    throw error;
  }
}

/** Patients with an unfinished erasure. Needs no key. */
export function listUnfinishedErasures(db: Statements): readonly string[] {
  const names = createAdminSecretStore(db)
    .listBelow(PLACE)
    .map(({ name }) => name.slice(PLACE.length).split('/')[0] ?? '');
  return [...new Set(names)];
}
