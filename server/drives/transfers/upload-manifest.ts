/**
 * The manifest of a completed resumable upload: its parts in order, with attempt id and plaintext length. Sealed under
 * the node's DEK, so that no part can be removed, swapped or repeated in the database. 24 bytes per part: the attempt's
 * UUID (16), the length (u64, big endian).
 * Source: sealing design B6, "Resumable parts".
 */
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { decodeHex, encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { manifestContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';

export interface ManifestPart {
  readonly attempt_id: string;
  /** Length of the part in plaintext bytes. */
  readonly size: number;
}

interface ManifestOwner {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
}

const ID_BYTES = 16;
const PART_BYTES = ID_BYTES + 8;
const UNPADDED = 1;

export function sealManifest(dek: Dek, owner: ManifestOwner, parts: readonly ManifestPart[]): Uint8Array {
  const bytes = Buffer.alloc(parts.length * PART_BYTES);
  for (const [index, part] of parts.entries()) {
    bytes.set(decodeHex(part.attempt_id.replaceAll('-', '')), index * PART_BYTES);
    bytes.writeBigUInt64BE(BigInt(part.size), index * PART_BYTES + ID_BYTES);
  }
  return sealPacked(dek, bytes, manifestContext(owner), UNPADDED);
}

/** Opens a manifest. @throws CryptoError unless it was sealed under this DEK for this node. */
export function openManifest(dek: Dek, owner: ManifestOwner, sealed: Uint8Array): ManifestPart[] {
  const opened = openPacked(dek, sealed, manifestContext(owner));
  if (opened.length % PART_BYTES !== 0) throw new CryptoError();
  const bytes = Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength);
  return Array.from({ length: bytes.length / PART_BYTES }, (_, index) => {
    const start = index * PART_BYTES;
    const hex = encodeHex(bytes.subarray(start, start + ID_BYTES));
    return {
      attempt_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      size: Number(bytes.readBigUInt64BE(start + ID_BYTES)),
    };
  });
}
