import type { SealContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import { type Dek, type GroupKey, parseDek } from './keys.ts';

/** Wraps a DEK under its group's key; the packed result is 126 bytes. `context` comes from `dekContext()`. */
export function wrapDek(groupKey: GroupKey, dek: Dek, context: SealContext): Uint8Array {
  return sealPacked(groupKey, dek, context, 1);
}

/** @throws CryptoError unless it was wrapped under this key for this object, group and generation. */
export function unwrapDek(groupKey: GroupKey, packed: Uint8Array, context: SealContext): Dek {
  return parseDek(openPacked(groupKey, packed, context));
}
