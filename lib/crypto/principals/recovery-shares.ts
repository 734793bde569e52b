/**
 * The recovery key in three shares, any two of which make it: for three people who each keep one. The key itself is
 * shown to nobody. Source: sealing design B3.
 */
import { wipe } from '#crypto/bytes.ts';
import { combineShares, splitSecret } from '#crypto/hazmat/shamir.ts';
import { KEY_BYTES } from '#crypto/keys/keys.ts';
import { randomBytes } from '#crypto/random.ts';

export { RECOVERY_THRESHOLD } from '#crypto/hazmat/shamir.ts';

import { encodeRecoveryShare, parseRecoveryShare } from './recovery-key.ts';

/** `texts` are shown once; `secret` (32 bytes) makes the wrap and is then wiped by the caller. */
export async function generateRecoveryShares(): Promise<{ texts: string[]; secret: Uint8Array }> {
  const secret = randomBytes(KEY_BYTES);
  const shares = await splitSecret(secret);
  const texts = shares.map(encodeRecoveryShare);
  wipe(...shares);
  return { texts, secret };
}

/** 32 bytes. @throws CryptoError when one of them is no share, or they are the same one. */
export async function joinRecoveryShares(texts: readonly string[]): Promise<Uint8Array> {
  const shares = texts.map(parseRecoveryShare);
  try {
    return await combineShares(shares);
  } finally {
    wipe(...shares);
  }
}
