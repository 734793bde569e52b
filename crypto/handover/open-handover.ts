/** Opening a hand-over, in a page without a network. Portable. */
import { openAesGcm, portableArgon2id } from '#crypto/hazmat/portable-open.ts';
import { textBytes } from '#crypto/proof/portable-bytes.ts';
import type { HandoverHeader, HandoverOpening } from './handover-format.ts';

/** The key, right or wrong: only opening with it tells, and takes as long either way. */
export function openingKey(
  passphrase: string,
  { salt, m, t, p }: HandoverOpening['kdf'],
  onProgress: (share: number) => void,
): Promise<Uint8Array> {
  return portableArgon2id(textBytes(passphrase.normalize('NFKC')), decodeLong(salt), { m, t, p }, onProgress);
}

/** Undefined when it does not open with this key, or is not the one that `header` describes. */
export function openJwe(key: Uint8Array, compact: string, header: HandoverHeader): Uint8Array | undefined {
  const [protectedHeader = '', , nonce = '', ciphertext = '', tag = ''] = compact.trim().split('.');
  if (new TextDecoder().decode(decodeLong(protectedHeader)) !== JSON.stringify(header)) return undefined;
  const [body, end] = [decodeLong(ciphertext), decodeLong(tag)];
  const sealed = new Uint8Array(body.length + end.length);
  sealed.set(body);
  sealed.set(end, body.length);
  return openAesGcm(key, decodeLong(nonce), sealed, textBytes(protectedHeader));
}

/** Base64url of megabytes. What it was is authenticated afterwards, so spelling is not checked here. */
function decodeLong(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
