/**
 * What a signed record says of a clear name: enough to notice a changed one, nothing to find it by. The list goes to
 * people who may not know the name, so what it holds is made with a salt, which lies beside the name and goes only where
 * the name goes. Portable: who has a signature file has the signer's salt in it.
 * Source: sealing design B3; RFC 2104.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import { portableHmacSha256, portableSha256 } from '#crypto/hazmat/portable.ts';
import { labelledMessage } from '#crypto/principals/labelled-message.ts';
import { base64UrlOf, bytesOfBase64Url, textBytes } from '#crypto/proof/portable-bytes.ts';

export const NAME_SALT_BYTES = 32;
const LABEL = 'srv.v1/name';

/**
 * Base64url. `salt` is base64url of 32 bytes; null stands for records from before there was one, which hold SHA-256 of
 * the name. The length is fixed, because HMAC takes a key and the same key with zeros behind it for one.
 * @throws CryptoError on a salt that is none, and on a lone surrogate.
 */
export function nameCommitment(name: string, salt: string | null): string {
  const bytes = textBytes(name);
  if (salt === null) return base64UrlOf(portableSha256(bytes));
  return base64UrlOf(portableHmacSha256(saltBytes(salt), labelledMessage(LABEL, bytes)));
}

/** Whether `commitment` is that of this name; false where the salt is none. */
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
