/**
 * JSON that can be written again with its numbers as they stood: in FHIR `1.00` says more than `1`, and a number of
 * JavaScript keeps neither its zeros nor more than 17 digits. Source: FHIR R4, "decimal".
 */

/** Parts of ECMAScript 2026 that TypeScript's library does not declare yet. */
declare global {
  interface JSON {
    parse(text: string, reviver: Reviver): unknown;
    rawJSON(text: string): object;
  }
}
type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Writes a part of what was parsed. */
export type WriteExactly = (part: object) => string;

export interface ParsedJson {
  readonly value: unknown;
  readonly write: WriteExactly;
  /** The text of a number that says more than its value does; undefined where none was kept. */
  readonly numberAt?: (holder: object, key: string) => string | undefined;
}

/** @throws SyntaxError */
export function parsePlainly(text: string): ParsedJson {
  return { value: JSON.parse(text), write: (part) => JSON.stringify(part) };
}

/** @throws SyntaxError */
export function parseExactly(text: string): ParsedJson {
  const sources = new WeakMap<object, Map<string, string>>();
  const value = JSON.parse(text, function (key, item, { source }) {
    if (typeof item === 'number' && source !== undefined && String(item) !== source) {
      const known = sources.get(this) ?? new Map<string, string>();
      sources.set(this, known.set(key, source));
    }
    return item;
  });
  const write: WriteExactly = (part) =>
    JSON.stringify(part, function (this: object, key: string, item: unknown) {
      const source = sources.get(this)?.get(key);
      return source === undefined ? item : JSON.rawJSON(source);
    });
  return { value, write, numberAt: (holder, key) => sources.get(holder)?.get(key) };
}
