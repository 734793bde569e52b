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

/** Serialises one slice of a long list, without brackets, so that no turn serialises all of it. */
export function serializeSlice(items: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(items).slice(1, -1));
}

/** Joins the fields of a page with its list, given in slices. */
export function pageWithList<T>(page: object, list: keyof T & string, slices: readonly Buffer[]) {
  const filled = slices.filter(({ length }) => length > 0);
  const items = filled.flatMap((slice, at) => (at === 0 ? [slice] : [',', slice]));
  const rest = JSON.stringify(page).slice(1);
  return concatJson<T>([`{${JSON.stringify(list)}:[`, ...items, rest === '}' ? ']}' : `],${rest}`]);
}
