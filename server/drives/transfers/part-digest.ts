/** Seals the SHA-256 of a stored part; in plaintext it would reveal equal contents. */
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { decodeHex, encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { partDigestContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';

interface DigestOwner {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
  readonly part: number;
  readonly attempt_id: string;
}

const UNPADDED = 1;

/** Seals the hash of a part; `sha256` is lower-case hex. */
export function sealPartDigest(dek: Dek, owner: DigestOwner, sha256: string): Uint8Array {
  return sealPacked(dek, decodeHex(sha256), partDigestContext(owner), UNPADDED);
}

/**
 * Opens the hash of a stored part. Null where none is stored, or it belongs to another attempt: the part's hash is
 * then unknown.
 */
export function openPartDigest(dek: Dek, owner: DigestOwner, sealed: Uint8Array | null): string | null {
  if (sealed === null) return null;
  try {
    return encodeHex(openPacked(dek, sealed, partDigestContext(owner)));
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
