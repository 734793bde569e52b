/**
 * The JSON of a value, written already: UTF-8 that an answer takes over as it is. What is sealed as JSON and answered
 * as JSON need not become text twice in between.
 */
export class PreserializedJson<T> {
  readonly bytes: Buffer;
  /** What it is the JSON of. */
  declare protected readonly value?: T;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Text and UTF-8, one behind the other, in memory of its own. */
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
