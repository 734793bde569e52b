/**
 * Splits the recovery key into three shares, any two of which recover it, for three people who each keep one. The
 * complete key is shown to no one. Source: sealing design B3.
 */
import { wipe } from '#crypto/bytes.ts';
import { combineShares, splitSecret } from '#crypto/hazmat/shamir.ts';
import { KEY_BYTES } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';

export { RECOVERY_THRESHOLD } from '#crypto/hazmat/shamir.ts';

import { encodeRecoveryShare, parseRecoveryShare } from './recovery-key.ts';

/** `texts` are shown once; the caller wraps with `secret` (32 bytes) and wipes it. */
export async function generateRecoveryShares(): Promise<{ texts: string[]; secret: Uint8Array }> {
  const secret = randomBytes(KEY_BYTES);
  const shares = await splitSecret(secret);
  const texts = shares.map(encodeRecoveryShare);
  wipe(...shares);
  return { texts, secret };
}

/** 32 bytes. @throws CryptoError when one of them is no share, or both are the same. */
export async function joinRecoveryShares(texts: readonly string[]): Promise<Uint8Array> {
  const shares = texts.map(parseRecoveryShare);
  try {
    return await combineShares(shares);
  } finally {
    wipe(...shares);
  }
}
