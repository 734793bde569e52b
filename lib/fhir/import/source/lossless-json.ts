/**
 * JSON that can be serialised with its numbers unchanged: in FHIR `1.00` states more than `1`, and JavaScript numbers
 * lose trailing zeros and more than 17 digits. Source: FHIR R4, "decimal".
 */

import { parseVisiting, writtenAs } from '#contract/json-decimal-text.ts';

/** Serialises a part of the parsed value. */
export type WriteExactly = (part: object) => string;

export interface ParsedJson {
  readonly value: unknown;
  readonly write: WriteExactly;
  /** Original text of a number that its value does not preserve; undefined otherwise. */
  readonly numberAt?: (holder: object, key: string) => string | undefined;
}

/** Parses JSON without keeping the text of numbers. @throws SyntaxError */
export function parsePlainly(text: string): ParsedJson {
  return { value: JSON.parse(text), write: (part) => JSON.stringify(part) };
}

/** Parses JSON and keeps the text of numbers. @throws SyntaxError */
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
