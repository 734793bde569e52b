/**
 * Looks up the document a request names, before any read or write. Membership and role are checked before the row
 * MAC, so outsiders only see `not_found`.
 */
import type { Role } from '#contract/access/roles.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { AllowedReaders } from '#server/documents/row-cache.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { type Actor, notFoundError, requireRoleForObject } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';

/** The kind and id by which a request names a document. */
export interface DocumentName {
  readonly resource: Resource;
  readonly document_id: DocumentId;
}

/**
 * Returns the document's authenticated row.
 * @throws not_found when there is none of this kind, or the actor is no member of its group.
 * @throws permission_denied when the role is too weak; group_key_unavailable without the group's key.
 * @throws CryptoError when the row was changed outside the vault.
 */
export function requireDocument(
  core: DocumentsCore,
  actor: Actor,
  { resource, document_id }: DocumentName,
  role: Role,
): DocumentRow {
  const row = findRow(core, actor, { resource, document_id }, role);
  try {
    verifyRow(actor.keyRing, row);
  } catch (error) {
    if (error instanceof CryptoError) core.findings.report('document_damaged', document_id);
    throw error;
  }
  return row;
}

/** The callers who may learn that the document exists. */
export function readersFor({ roleIn, groupIds }: Actor, resource: Resource): AllowedReaders {
  return {
    isFor(scope) {
      // Looked up whatever its kind, so that timing does not reveal which ids exist.
      const role = roleIn(scope.security_group_id);
      return scope.resource === resource && role !== undefined;
    },
    groupIds,
  };
}

function findRow(
  core: DocumentsCore,
  actor: Actor,
  { resource, document_id }: DocumentName,
  role: Role,
): DocumentRow {
  const row = core.rows.find(document_id, readersFor(actor, resource));
  if (row === undefined || row.resource !== resource) throw notFoundError();
  requireRoleForObject(actor, row.security_group_id, role);
  return row;
}

/**
 * Returns the document's row if it, its key or its summary does not verify; undefined if all do.
 * @throws not_found, permission_denied; group_key_unavailable when no key is available to check.
 */
export function findDamaged(
  core: DocumentsCore,
  actor: Actor,
  name: DocumentName,
  role: Role,
): DocumentRow | undefined {
  const row = findRow(core, actor, name, role);
  try {
    verifyRow(actor.keyRing, row);
    openIndex(row.resource, documentDek(core.workspaceId(), actor.keyRing, row), core.workspaceId(), row);
    return undefined;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', row.document_id);
    return row;
  }
}

/**
 * Refuses documents that cannot be changed now.
 * @throws version_pending while the document is being purged; document_deleted when it is in the trash.
 */
export function requireWritable(core: DocumentsCore, row: DocumentRow): void {
  requireNotPending(core, row);
  if (row.is_deleted === 1) {
    throw new VaultError('document_deleted', 'The document is in the trash. Restore it first.');
  }
}

/** Refuses documents that are being purged. @throws version_pending while the document is being purged. */
export function requireNotPending(core: DocumentsCore, row: DocumentRow): void {
  if (core.pending.has(row.document_id)) {
    throw new VaultError('version_pending', 'The document is being purged and cannot be changed.');
  }
}

/** Compares the head with the caller's; null or absent skips the check. @throws version_conflict when they differ */
export function requireExpectedVersion(row: DocumentRow, expected: string | null | undefined): void {
  if (expected === null || expected === undefined || expected === row.head_version_id) return;
  throw new VaultError(
    'version_conflict',
    'Another version was saved since you read the document. Read it again, then save.',
    {
      headers: { 'x-latest-version-id': row.head_version_id },
    },
  );
}
