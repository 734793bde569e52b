import { createHash, hash } from 'node:crypto';

const BYTES = 32;

/** 32 bytes over the parts joined plainly; use `TlvWriter` first where the joints must not be ambiguous. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return bytesOf(hash('sha256', only, 'binary'));
  const hasher = createHash('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest();
}

/** A digest told as text, one byte a letter, and read back takes half as long as one in a buffer of its own. */
function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; at < BYTES; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Of well-formed text as UTF-8, in base64url: no buffer is made on the way. */
export function sha256OfText(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The same over one part, in lower-case hex: a string is a third of the price of a buffer. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
