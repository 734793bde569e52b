/** Keys that follow from a document's DEK and stay the same as long as the document lives, rotations included. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { deriveOutboxKey, derivePseudonymKey } from '#crypto/keys/document-keys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsCore } from '#server/documents/documents-core.ts';
import { documentDek, type KeyColumns, unwrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireDocument } from './find-document.ts';

/** 32 bytes. @throws what `requireDocument` throws */
export function pseudonymKey(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  document_id: DocumentId,
): Uint8Array {
  const row = requireDocument(core, actor, { resource, document_id }, 'viewer');
  return derivePseudonymKey(documentDek(core.workspaceId(), actor.keyRing, row), document_id);
}

/** 32 bytes, for the messages of an exam. @throws what `requireDocument` throws */
export function outboxKey(core: DocumentsCore, actor: Actor, document_id: DocumentId): Uint8Array {
  const row = requireDocument(core, actor, { resource: 'exams', document_id }, 'viewer');
  return deriveOutboxKey(documentDek(core.workspaceId(), actor.keyRing, row), document_id);
}

/** As `outboxKey`, for a walk over a folder that nobody serves: roles are not asked. @throws CryptoError, group_key_unavailable */
export function outboxKeyOf(workspaceId: WorkspaceId, keyRing: KeyRing, row: KeyColumns): Uint8Array {
  const dek = unwrapDocumentDek(workspaceId, keyRing, row);
  try {
    return deriveOutboxKey(dek, row.document_id);
  } finally {
    wipe(dek);
  }
}
