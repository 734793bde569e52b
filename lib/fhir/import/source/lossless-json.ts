/**
 * JSON that can be written again with its numbers as they stood: in FHIR `1.00` says more than `1`, and a number of
 * JavaScript keeps neither its zeros nor more than 17 digits. Source: FHIR R4, "decimal".
 */

import { parseVisiting, writtenAs } from '#contract/decimals.ts';

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
export function parseLosslessJson(text: string): ParsedJson {
  const sources = new WeakMap<object, Map<string, string>>();
  const value = parseVisiting(text, (holder, key, item, source) => {
    if (typeof item === 'number' && source !== undefined && String(item) !== source) {
      const known = sources.get(holder) ?? new Map<string, string>();
      sources.set(holder, known.set(key, source));
    }
  });
  const write: WriteExactly = (part) =>
    JSON.stringify(part, function (this: object, key: string, item: unknown) {
      const source = sources.get(this)?.get(key);
      return source === undefined ? item : writtenAs(source);
    });
  return { value, write, numberAt: (holder, key) => sources.get(holder)?.get(key) };
}
