import type { Role } from '#contract/access/roles.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/vault-error.ts';
import { type Actor, requireRoleForObject } from '#server/access/actor.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { verifyRow } from '../sealing/row-seal.ts';

/** A document as a request names it. */
export interface DocumentName {
  readonly resource: Resource;
  readonly document_id: string;
}

/**
 * The document's row, authenticated.
 * @throws not_found when there is none of this kind, or it lies in a group the actor is no member of.
 * @throws permission_denied when the role is too weak; group_key_unavailable without the group's key.
 * @throws CryptoError when the row was changed outside the vault.
 */
export function requireDocument(
  core: DocumentsCore,
  actor: Actor,
  { resource, document_id }: DocumentName,
  role: Role,
): DocumentRow {
  const row = core.documents.find(document_id);
  if (row === undefined || row.resource !== resource) throw noSuchDocument();
  requireRoleForObject(actor, row.security_group_id, role);
  verifyRow(actor.keyRing, row);
  return row;
}

export function noSuchDocument(): VaultError {
  return new VaultError('not_found', 'There is no such document.');
}

/** @throws version_pending while the document is being purged; document_deleted when it is in the trash. */
export function requireWritable(core: DocumentsCore, row: DocumentRow): void {
  requireNotPending(core, row);
  if (row.is_deleted === 1) {
    throw new VaultError('document_deleted', 'The document is in the trash; restore it first.');
  }
}

/** @throws version_pending while the document is being purged. */
export function requireNotPending(core: DocumentsCore, row: DocumentRow): void {
  if (core.pending.has(row.document_id)) {
    throw new VaultError('version_pending', 'The document is being purged.');
  }
}

/** @throws version_conflict when the caller expects another head; null or absent expects nothing. */
export function requireExpectedVersion(row: DocumentRow, expected: string | null | undefined): void {
  if (expected === null || expected === undefined || expected === row.head_version_id) return;
  throw new VaultError('version_conflict', 'Another version was saved since the one you read.', {
    headers: { 'x-latest-version-id': row.head_version_id },
  });
}
