import { createHash, hash } from 'node:crypto';

const BYTES = 32;

/** SHA-256, 32 bytes, over the concatenated parts; use `TlvWriter` where boundaries must be unambiguous. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return bytesOf(hash('sha256', only, 'binary'));
  const hasher = createHash('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest();
}

/** Reads a digest returned as a binary string, which takes half as long as one in a buffer. */
function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; at < BYTES; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** SHA-256 of well-formed text as UTF-8, in base64url, without an intermediate buffer. */
export function sha256OfText(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** SHA-256 of one part in lower-case hex: a string costs a third of a buffer. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
