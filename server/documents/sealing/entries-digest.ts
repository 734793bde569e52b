/**
 * Digest over all rows of a document in a side table; the document's row MAC covers it. A row removed, added or changed
 * is detected.
 */
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';

const TAG = { number: 1, id: 2, sealed_sha256: 3 } as const;

interface Entry {
  readonly number: number;
  readonly id: string;
  /** Packed envelope of the entry. */
  readonly sealed: Uint8Array;
}

/** 32 bytes; null for no entries. Depends on their order. */
export function entriesDigest(entries: readonly Entry[]): Uint8Array | null {
  if (entries.length === 0) return null;
  const writer = new TlvWriter();
  for (const { number, id, sealed } of entries) {
    writer.field(TAG.number, number).field(TAG.id, id).field(TAG.sealed_sha256, sha256(sealed));
  }
  return sha256(writer.bytes());
}

/** Compares two digests. @throws CryptoError when an entry is missing, added or changed. */
export function assertDigestMatches(digest: Uint8Array | null, stands: Uint8Array | null): void {
  const holds = digest === null || stands === null ? digest === stands : equalBytes(digest, stands);
  if (!holds) throw new CryptoError();
}
