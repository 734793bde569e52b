/** Keys derived from a document's DEK; they stay the same over key rotations. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { deriveErasureKey, deriveOutboxKey, derivePseudonymKey } from '#crypto/keys/document-keys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek, type KeyColumns, unwrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireDocument } from './find-document.ts';

/** Key for pseudonyms, 32 bytes. @throws what `requireDocument` throws */
export function pseudonymKey(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  document_id: DocumentId,
): Uint8Array {
  const row = requireDocument(core, actor, { resource, document_id }, 'viewer');
  return derivePseudonymKey(documentDek(core.workspaceId(), actor.keyRing, row), document_id);
}

/** Key for an exam's outbox messages, 32 bytes. @throws what `requireDocument` throws */
export function outboxKey(core: DocumentsCore, actor: Actor, document_id: DocumentId): Uint8Array {
  const row = requireDocument(core, actor, { resource: 'exams', document_id }, 'viewer');
  return deriveOutboxKey(documentDek(core.workspaceId(), actor.keyRing, row), document_id);
}

/** 32 bytes, for the notes of an erasure. @throws permission_denied unless an owner, and like `requireDocument` */
export function erasureKey(core: DocumentsCore, actor: Actor, document_id: DocumentId): Uint8Array {
  const row = requireDocument(core, actor, { resource: 'patients', document_id }, 'owner');
  return deriveErasureKey(documentDek(core.workspaceId(), actor.keyRing, row), document_id);
}

/**
 * Derives the outbox key like `outboxKey`, without checking roles: for a verification of a folder that no server
 * uses. @throws CryptoError, group_key_unavailable
 */
export function outboxKeyOf(workspaceId: WorkspaceId, keyRing: KeyRing, row: KeyColumns): Uint8Array {
  const dek = unwrapDocumentDek(workspaceId, keyRing, row);
  try {
    return deriveOutboxKey(dek, row.document_id);
  } finally {
    wipe(dek);
  }
}
