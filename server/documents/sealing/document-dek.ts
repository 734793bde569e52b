import type { WorkspaceId } from '#contract/ids.ts';
import { unwrapDek, wrapDek } from '#crypto/keys/document-keys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { dekContext } from '#crypto/sealing/context.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';

/** The columns that identify a document's DEK and the group key that wraps it. */
export type KeyColumns = Pick<
  DocumentRow,
  'document_id' | 'security_group_id' | 'group_key_generation' | 'dek'
>;

function wrapContext(workspaceId: WorkspaceId, row: Omit<KeyColumns, 'dek'>) {
  return dekContext({
    workspace_id: workspaceId,
    security_group_id: row.security_group_id,
    object_id: row.document_id,
    gk_gen: row.group_key_generation,
  });
}

/** Unwraps a DEK without the cache: scans over many documents would displace entries in use. */
export function unwrapDocumentDek(workspaceId: WorkspaceId, keyRing: KeyRing, row: KeyColumns): Dek {
  const groupKey = keyRing.groupKey(row.security_group_id, row.group_key_generation);
  return unwrapDek(groupKey, row.dek, wrapContext(workspaceId, row));
}

/**
 * Unwraps a DEK, with the cache. @throws CryptoError when the wrap does not open; group_key_unavailable without the
 * group key.
 */
export function documentDek(workspaceId: WorkspaceId, keyRing: KeyRing, row: KeyColumns): Dek {
  return keyRing.dek(row.document_id, row.group_key_generation, row.dek, () =>
    unwrapDocumentDek(workspaceId, keyRing, row),
  );
}

/** Wraps a DEK under the named generation, which the key ring must have. */
export function wrapDocumentDek(
  workspaceId: WorkspaceId,
  keyRing: KeyRing,
  dek: Dek,
  target: Omit<KeyColumns, 'dek'>,
): Uint8Array {
  const groupKey = keyRing.groupKey(target.security_group_id, target.group_key_generation);
  return wrapDek(groupKey, dek, wrapContext(workspaceId, target));
}
