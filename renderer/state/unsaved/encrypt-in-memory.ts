/**
 * Encrypts a value in memory with a non-exportable WebCrypto key. Each value has its own key, used once, so a
 * fixed nonce is safe.
 */
const NONCE = new Uint8Array(12);

export interface SealedText {
  readonly key: CryptoKey;
  readonly sealed: ArrayBuffer;
}

export async function sealText(value: unknown): Promise<SealedText> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: NONCE }, key, plain);
  plain.fill(0);
  return { key, sealed };
}

export async function openText({ key, sealed }: SealedText): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: NONCE }, key, sealed);
  return JSON.parse(new TextDecoder().decode(plain));
}
