/**
 * Commits signed membership records to plaintext names: a changed name is detected, but the commitment does not reveal
 * it. The list also goes to people who may not know the name. So the commitment has a salt, which is stored beside the
 * name and sent only with it. Portable, because a page checks signature files, which contain the signer's salt.
 * Source: sealing design B3; RFC 2104.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import { portableHmacSha256, portableSha256 } from '#crypto/hazmat/portable-signature-checks.ts';
import { labelledMessage } from '#crypto/principals/labelled-message.ts';
import { base64UrlOf, bytesOfBase64Url, textBytes } from '#crypto/proof/portable-bytes.ts';

export const NAME_SALT_BYTES = 32;
const LABEL = 'srv.v1/name';

/**
 * Computes the base64url commitment to a name. `salt` is base64url of 32 bytes; null for records older than salts,
 * which contain SHA-256 of the name. The length is fixed, because HMAC treats a key and the same key with zeros appended
 * alike.
 * @throws CryptoError on an invalid salt, and on a lone surrogate.
 */
export function nameCommitment(name: string, salt: string | null): string {
  const bytes = textBytes(name);
  if (salt === null) return base64UrlOf(portableSha256(bytes));
  return base64UrlOf(portableHmacSha256(saltBytes(salt), labelledMessage(LABEL, bytes)));
}

/** True if `commitment` is that of this name; false for an invalid salt. */
export function isCommittedName(commitment: string | undefined, name: string, salt: string | null): boolean {
  try {
    return nameCommitment(name, salt) === commitment;
  } catch (error) {
    if (error instanceof CryptoError) return false;
    throw error;
  }
}

function saltBytes(salt: string): Uint8Array {
  const bytes = bytesOfBase64Url(salt);
  if (bytes.length !== NAME_SALT_BYTES) throw new CryptoError();
  return bytes;
}
