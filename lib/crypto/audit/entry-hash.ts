/**
 * The audit chain: hashes each stored audit entry together with the previous hash, which can be verified without a
 * key. Sealed entries have the previous hash in their context, so rebuilding the chain after an edit makes every
 * later sealed entry fail to open. Source: sealing design B8 (Audit).
 */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';

/** Tags are part of every stored hash: add, never renumber. */
const TAG = {
  label: 1,
  workspace_id: 2,
  seq: 3,
  at: 4,
  key_id: 5,
  key_sha256: 6,
  entry: 7,
  prev_hash: 8,
  principal_id: 9,
  generation: 10,
  packed: 11,
} as const;

/** Previous hash of the first entry. */
export const AUDIT_GENESIS = new Uint8Array(32);

export interface ChainedEntry {
  readonly workspace_id: WorkspaceId;
  readonly seq: number;
  readonly at: string;
  /** Id of the session key that seals the entry; null for a plaintext entry. */
  readonly key_id: string | null;
  /** `auditKeyHash()` of the entry's key. */
  readonly key_sha256: Uint8Array | null;
  readonly entry: Uint8Array;
  /** Hash of the previous entry, 32 bytes. */
  readonly prev_hash: Uint8Array;
}

/** Computes the hash of an audit entry, 32 bytes. */
export function auditHash(entry: ChainedEntry): Uint8Array {
  const writer = new TlvWriter()
    .field(TAG.label, 'srv.v1/audit/entry')
    .field(TAG.workspace_id, entry.workspace_id)
    .field(TAG.seq, entry.seq)
    .field(TAG.at, entry.at)
    .field(TAG.key_id, entry.key_id)
    .field(TAG.key_sha256, entry.key_sha256)
    .field(TAG.entry, entry.entry)
    .field(TAG.prev_hash, entry.prev_hash);
  return sha256(writer.bytes());
}

/** Hash of a session's audit key as stored. 32 bytes. */
export function auditKeyHash(key: {
  readonly key_id: string;
  readonly principal_id: PrincipalId;
  readonly generation: number;
  readonly packed: Uint8Array;
}): Uint8Array {
  const writer = new TlvWriter()
    .field(TAG.label, 'srv.v1/audit/key')
    .field(TAG.key_id, key.key_id)
    .field(TAG.principal_id, key.principal_id)
    .field(TAG.generation, key.generation)
    .field(TAG.packed, key.packed);
  return sha256(writer.bytes());
}

/** The statement a person signs at an unlock: the log has reached this entry. */
export function auditHeadStatement(workspaceId: WorkspaceId, seq: number, hash: Uint8Array): Uint8Array {
  return new TlvWriter()
    .field(TAG.label, 'srv.v1/audit/head')
    .field(TAG.workspace_id, workspaceId)
    .field(TAG.seq, seq)
    .field(TAG.prev_hash, hash)
    .bytes();
}
