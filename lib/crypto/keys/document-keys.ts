import type { DocumentId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import { assertUsableKey, type Dek, type GroupKey, KEY_BYTES, parseDek } from './key-types.ts';

/** Wraps a DEK under its group's key; the packed result has 126 bytes. `context` comes from `dekContext()`. */
export function wrapDek(groupKey: GroupKey, dek: Dek, context: SealContext): Uint8Array {
  return sealPacked(groupKey, dek, context, 1);
}

/** Unwraps a DEK. @throws CryptoError unless it was wrapped under this key for this object, group and generation. */
export function unwrapDek(groupKey: GroupKey, packed: Uint8Array, context: SealContext): Dek {
  return parseDek(openPacked(groupKey, packed, context));
}

/** Key for pseudonyms in de-identified copies, 32 bytes; reveals nothing of the DEK. */
export function derivePseudonymKey(dek: Dek, documentId: DocumentId): Uint8Array {
  return deriveKey(dek, documentId, 'srv.v1/pseudonyms');
}

/** Key that seals an exam's outbox messages, 32 bytes; opens nothing of the exam itself. */
export function deriveOutboxKey(dek: Dek, documentId: DocumentId): Uint8Array {
  return deriveKey(dek, documentId, 'srv.v1/outbox');
}

/** Seals what an erasure has removed so far of a person, 32 bytes: gone with the record. */
export function deriveErasureKey(dek: Dek, documentId: DocumentId): Uint8Array {
  return deriveKey(dek, documentId, 'srv.v1/erased-so-far');
}

function deriveKey(dek: Dek, documentId: DocumentId, purpose: string): Uint8Array {
  assertUsableKey(dek);
  return hkdf(engine.hmac, 'sha512', dek, utf8(documentId), utf8(purpose), KEY_BYTES);
}
