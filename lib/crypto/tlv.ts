/**
 * Joins fields unambiguously before they are hashed, signed or authenticated: each is `tag (1 byte) || length (u32, big
 * endian) || value`. Text is UTF-8, a number is 8 bytes big endian. A null field is left out, so null and '' differ.
 * Two different lists of fields never give the same bytes.
 * Source: sealing design, "ctx TLV"; after C2SP sequencehash.
 */
import { CryptoError } from './crypto-error.ts';

export type TlvValue = string | number | Uint8Array | null;

const HEADER_BYTES = 5;
const NUMBER_BYTES = 8;
const UTF8_MAX_BYTES_PER_UNIT = 3;

function maxBytes(value: string | number | Uint8Array): number {
  if (typeof value === 'string') return value.length * UTF8_MAX_BYTES_PER_UNIT;
  return typeof value === 'number' ? NUMBER_BYTES : value.length;
}

/** Writes fields in the order given; the reader of a format must know that order. */
export class TlvWriter {
  #buffer = Buffer.allocUnsafe(512);
  #length = 0;

  /**
   * Appends one field.
   * @throws CryptoError on a number that is not a safe non-negative integer, text with a lone surrogate, or another
   * type, such as an array in unchecked JSON.
   */
  field(tag: number, value: TlvValue): this {
    if (value === null) return this;
    this.#reserve(HEADER_BYTES + maxBytes(value));
    const start = this.#length + HEADER_BYTES;
    const length = this.#write(value, start);
    this.#buffer[this.#length] = tag;
    this.#writeUint32(length, this.#length + 1);
    this.#length = start + length;
    return this;
  }

  /** Appends fields written by another writer: those that never change. */
  append(fields: Uint8Array): this {
    this.#reserve(fields.length);
    this.#buffer.set(fields, this.#length);
    this.#length += fields.length;
    return this;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #write(value: string | number | Uint8Array, at: number): number {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw new CryptoError();
      return this.#buffer.write(value, at, 'utf8');
    }
    if (typeof value === 'number') {
      if (!Number.isSafeInteger(value) || value < 0) throw new CryptoError();
      this.#writeUint32(Math.floor(value / 2 ** 32), at);
      this.#writeUint32(value % 2 ** 32, at + 4);
      return NUMBER_BYTES;
    }
    if (!(value instanceof Uint8Array)) throw new CryptoError();
    this.#buffer.set(value, at);
    return value.length;
  }

  /**
   * Writes an unsigned 32-bit integer without the range check of `writeUInt32BE`, because a save writes a hundred
   * fields.
   */
  #writeUint32(value: number, at: number): void {
    this.#buffer[at] = value >>> 24;
    this.#buffer[at + 1] = value >>> 16;
    this.#buffer[at + 2] = value >>> 8;
    this.#buffer[at + 3] = value;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/**
 * Reads a TLV whose tags must be exactly `tags`, in that order, nothing missing and nothing after.
 * @throws CryptoError otherwise.
 */
export function readTlv(bytes: Uint8Array, tags: readonly number[]): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: Uint8Array[] = [];
  let offset = 0;
  for (const tag of tags) {
    if (bytes.length - offset < HEADER_BYTES || bytes[offset] !== tag) throw new CryptoError();
    const length = view.getUint32(offset + 1);
    const start = offset + HEADER_BYTES;
    if (bytes.length - start < length) throw new CryptoError();
    values.push(bytes.subarray(start, start + length));
    offset = start + length;
  }
  if (offset !== bytes.length) throw new CryptoError();
  return values;
}
