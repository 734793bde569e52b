/**
 * Splits a 32-byte secret into three shares, any two of which recover it, by Shamir's scheme over GF(2^8). One share
 * reveals nothing. A share ends with its x-coordinate. Source: A. Shamir, "How to Share a Secret", 1979.
 */
import { combine, split } from 'shamir-secret-sharing';
import { CryptoError } from '#crypto/crypto-error.ts';

const SECRET_BYTES = 32;
export const RECOVERY_SHARE_BYTES = SECRET_BYTES + 1;
const RECOVERY_SHARES = 3;
export const RECOVERY_THRESHOLD = 2;

export async function splitSecret(secret: Uint8Array): Promise<Uint8Array[]> {
  if (secret.length !== SECRET_BYTES) throw new CryptoError();
  return split(secret, RECOVERY_SHARES, RECOVERY_THRESHOLD);
}

/**
 * Shares of two different secrets combine to a third value, which opens nothing. @throws CryptoError on the same share
 * twice.
 */
export async function combineShares(shares: readonly Uint8Array[]): Promise<Uint8Array> {
  if (shares.length < RECOVERY_THRESHOLD || shares.some(({ length }) => length !== RECOVERY_SHARE_BYTES))
    throw new CryptoError();
  try {
    return await combine([...shares]);
  } catch {
    throw new CryptoError();
  }
}
