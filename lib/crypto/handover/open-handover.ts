/** Opens a hand-over in a page without network. Portable. */
import { openAesGcm, portableArgon2id } from '#crypto/hazmat/portable-open.ts';
import { textBytes } from '#crypto/proof/portable-bytes.ts';
import { DERIVED_BYTES, type HandoverHeader, type HandoverParameters, KEY_BYTES } from './handover-format.ts';

/**
 * Derives a hand-over's key from its passphrase. Undefined when that does not match the file's commitment, which
 * takes as long.
 */
export async function deriveHandoverKey(
  passphrase: string,
  { salt, m, t, p, commitment }: HandoverParameters['kdf'],
  onProgress: (share: number) => void,
): Promise<Uint8Array | undefined> {
  const password = textBytes(passphrase.normalize('NFKC'));
  const params = { m, t, p, length: DERIVED_BYTES };
  const derived = await portableArgon2id(password, decodeLong(salt), params, onProgress);
  return isSame(derived.subarray(KEY_BYTES), decodeLong(commitment))
    ? derived.subarray(0, KEY_BYTES)
    : undefined;
}

/** Compares two values that are known to anyone who could measure the time; not constant-time. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Opens one JWE of a hand-over. Undefined when it does not open with this key, or has another header. */
export function openJwe(key: Uint8Array, compact: string, header: HandoverHeader): Uint8Array | undefined {
  const [protectedHeader = '', , nonce = '', ciphertext = '', tag = ''] = compact.trim().split('.');
  try {
    if (new TextDecoder().decode(decodeLong(protectedHeader)) !== JSON.stringify(header)) return undefined;
    const [body, end] = [decodeLong(ciphertext), decodeLong(tag)];
    const sealed = new Uint8Array(body.length + end.length);
    sealed.set(body);
    sealed.set(end, body.length);
    return openAesGcm(key, decodeLong(nonce), sealed, textBytes(protectedHeader));
  } catch {
    // Damaged text may not be base64.
    return undefined;
  }
}

/** Decodes megabytes of base64url. Not strict, because the content is authenticated afterwards. */
function decodeLong(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
