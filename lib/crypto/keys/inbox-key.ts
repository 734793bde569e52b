/**
 * A group's inbox key: anyone with its public half can submit data that only members with the group's key can open. The
 * seed is derived from the group key, so a rotation replaces it and it is stored nowhere.
 * Source: sealing design B11.
 */
import { cloneSecret, concatBytes, fromUtf8, utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import { X_WING_PUBLIC_KEY_BYTES, X_WING_SEED_BYTES } from '#crypto/hazmat/x-wing.ts';
import { type InboxFields, inboxContext } from '#crypto/sealing/context.ts';
import {
  deriveHybridPublicKey,
  openHybridPacked,
  sealHybridPacked,
} from '#crypto/sealing/hybrid-envelope.ts';
import { assertUsableKey, type Dek, type GroupKey, KEY_BYTES, parseDek } from './key-types.ts';

export const INBOX_KEY_BYTES = X_WING_PUBLIC_KEY_BYTES;
const SHA256_BYTES = 32;
const NO_SALT = new Uint8Array(0);
const LABEL = utf8('srv.v1/inbox/xwing');

/** Fields of an item's sealed part, beside its content. */
export interface InboxKeys {
  readonly dek: Dek;
  /** SHA-256 of the content, 32 bytes. */
  readonly sha256: Uint8Array;
  /** The sender's own name for itself; not verified. */
  readonly source: string;
}

function deriveSeed(groupKey: GroupKey): Uint8Array {
  assertUsableKey(groupKey);
  return hkdf(engine.hmac, 'sha512', groupKey, NO_SALT, LABEL, X_WING_SEED_BYTES);
}

/** 1216 bytes; takes about a millisecond. */
export function deriveInboxKey(groupKey: GroupKey): Uint8Array {
  const seed = deriveSeed(groupKey);
  try {
    return deriveHybridPublicKey(seed);
  } finally {
    wipe(seed);
  }
}

/** Anyone can seal to a public key, so this proves nothing about the sender. */
export function sealInboxKeys(publicKey: Uint8Array, keys: InboxKeys, ids: InboxFields): Uint8Array {
  if (keys.sha256.length !== SHA256_BYTES) throw new CryptoError();
  const plaintext = concatBytes(keys.dek, keys.sha256, utf8(keys.source));
  const packed = sealHybridPacked(publicKey, plaintext, inboxContext(ids));
  wipe(plaintext);
  return packed;
}

/**
 * Opens an inbox item's sealed keys.
 * @throws CryptoError unless it was sealed to this group key's inbox under exactly these ids.
 */
export function openInboxKeys(groupKey: GroupKey, packed: Uint8Array, ids: InboxFields): InboxKeys {
  const seed = deriveSeed(groupKey);
  try {
    const plaintext = openHybridPacked(seed, packed, inboxContext(ids));
    if (plaintext.length < KEY_BYTES + SHA256_BYTES) throw new CryptoError();
    const dek = parseDek(cloneSecret(plaintext.subarray(0, KEY_BYTES)));
    const sha256 = plaintext.slice(KEY_BYTES, KEY_BYTES + SHA256_BYTES);
    const source = fromUtf8(plaintext.subarray(KEY_BYTES + SHA256_BYTES));
    wipe(plaintext);
    return { dek, sha256, source };
  } finally {
    wipe(seed);
  }
}
