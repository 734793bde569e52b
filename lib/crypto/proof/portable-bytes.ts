/**
 * Byte and TLV functions without Node, for checking a signature file in a page. Same formats as the faster `bytes.ts`
 * and `tlv.ts` of the server; a test compares them.
 */
import { CryptoError } from '#crypto/crypto-error.ts';

const encoder = new TextEncoder();
const HEADER_BYTES = 5;
const NUMBER_BYTES = 8;

/** Encodes text as UTF-8. @throws CryptoError on a lone surrogate. */
export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed()) throw new CryptoError();
  return encoder.encode(text);
}

export function base64UrlOf(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url. @throws CryptoError on anything but canonical unpadded base64url. */
export function bytesOfBase64Url(text: string): Uint8Array {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    if (base64UrlOf(bytes) === text) return bytes;
  } catch {
    // Foreign characters are refused below, like any non-canonical text.
  }
  throw new CryptoError();
}

/** Writes TLV fields like `TlvWriter`, without Buffer. */
export class PortableTlvWriter {
  #parts: Uint8Array[] = [];

  /** Appends one field. @throws CryptoError like `TlvWriter.field`. */
  field(tag: number, value: string | number | Uint8Array | null): this {
    if (value === null) return this;
    const content = contentOf(value);
    const header = new Uint8Array(HEADER_BYTES);
    header[0] = tag;
    new DataView(header.buffer).setUint32(1, content.length);
    this.#parts.push(header, content);
    return this;
  }

  bytes(): Uint8Array {
    const joined = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of this.#parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return joined;
  }
}

function contentOf(value: string | number | Uint8Array): Uint8Array {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'number') {
    if (value instanceof Uint8Array) return value;
    throw new CryptoError();
  }
  if (!Number.isSafeInteger(value) || value < 0) throw new CryptoError();
  const bytes = new Uint8Array(NUMBER_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
