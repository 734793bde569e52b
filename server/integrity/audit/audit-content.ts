/**
 * Encodes an audit entry for sealing: the contract's fields without position, title and names. Null fields are left
 * out.
 */
import type { AuditEntry, AuditKind } from '#contract/audit/audit-entry.ts';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { auditContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { AuditRow } from '#server/storage/audit/audit-store.ts';

type Fields = Pick<
  AuditEntry,
  | 'session_id'
  | 'client_cn'
  | 'object_type'
  | 'object_id'
  | 'security_group_id'
  | 'version_id'
  | 'code'
  | 'operation'
  | 'detail'
>;

export interface AuditContent extends Partial<Fields> {
  readonly kind: AuditKind;
  readonly by: PrincipalId | null;
  /** Patients whose exam or file it is about; absent where none is known. */
  readonly patient_ids?: readonly string[];
}

const SCHEMA = 2;
const PAD_BYTES = 64;

type Place = Pick<AuditRow, 'seq' | 'at'> & {
  readonly workspace_id: WorkspaceId;
  readonly prev_hash: Uint8Array;
};

export function sealContent(key: Uint8Array, keyId: string, content: AuditContent, place: Place): Uint8Array {
  return sealJson(key, { schema: SCHEMA, content }, auditContext({ ...place, key_id: keyId }), PAD_BYTES);
}

/** Encodes an entry for storing in plaintext, when no key was available. */
export function encodeContent(content: AuditContent): Uint8Array {
  return utf8(JSON.stringify(content));
}

/** Opens a sealed entry. @throws CryptoError unless it is this entry at this position. */
export function openContent(
  key: Uint8Array,
  keyId: string,
  entry: Uint8Array,
  { seq, at, workspace_id, prev_hash }: Place,
): AuditContent {
  const context = auditContext({ seq, at, workspace_id, prev_hash, key_id: keyId });
  return openJson<AuditContent>(key, entry, context, SCHEMA).content;
}

/** Decodes an entry. @throws CryptoError when the bytes are no audit entry. */
export function decodeContent(entry: Uint8Array): AuditContent {
  try {
    return JSON.parse(fromUtf8(entry));
  } catch {
    throw new CryptoError();
  }
}
