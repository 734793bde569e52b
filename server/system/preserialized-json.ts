/**
 * JSON that is already serialised: UTF-8 bytes a response uses unchanged. Sealed JSON can so be sent without parsing
 * and serialising it.
 */
export class PreserializedJson<T> {
  readonly bytes: Buffer;
  /** Type of the serialised value. */
  declare protected readonly value?: T;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Concatenates text and UTF-8 bytes into a new buffer. */
export function concatJson<T>(parts: readonly (string | Uint8Array)[]): PreserializedJson<T> {
  let length = 0;
  for (const part of parts) length += Buffer.byteLength(part);
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) {
    if (typeof part === 'string') end += bytes.write(part, end);
    else {
      bytes.set(part, end);
      end += part.length;
    }
  }
  return new PreserializedJson(bytes);
}
