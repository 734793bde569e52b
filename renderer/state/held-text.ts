/**
 * Text that was not sent when the session ended. It stays in memory only, sealed under a WebCrypto key that
 * cannot be exported, and is given back to the same principal after unlocking; anybody else never sees it.
 * Each value has a key of its own, used once, so a fixed nonce is safe.
 */
const NONCE = new Uint8Array(12);

interface Held {
  readonly principal_id: string;
  readonly key: CryptoKey;
  readonly sealed: ArrayBuffer;
}

const held = new Map<string, Held>();

/** `slot` names the place the text belongs to, e.g. `exam/{id}`; a later value replaces an earlier one. */
export async function holdText(principalId: string, slot: string, value: unknown): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: NONCE }, key, plain);
  plain.fill(0);
  held.set(slot, { principal_id: principalId, key, sealed });
}

/** The held value, once; undefined for another principal or an empty slot. */
export async function takeHeldText(principalId: string, slot: string): Promise<unknown> {
  const entry = held.get(slot);
  if (!entry || entry.principal_id !== principalId) return undefined;
  held.delete(slot);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: NONCE }, entry.key, entry.sealed);
  return JSON.parse(new TextDecoder().decode(plain));
}

export function hasHeldText(principalId: string): boolean {
  return [...held.values()].some((entry) => entry.principal_id === principalId);
}
