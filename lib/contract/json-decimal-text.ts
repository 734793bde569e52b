/**
 * Keeps the text of JSON numbers: in FHIR `7.0` states more precision than `7`, and JavaScript numbers lose trailing
 * zeros and more than 17 digits. Code that computes sees a number; serialising writes the original text. Source: FHIR
 * R4, "decimal".
 */

/** A part of ECMAScript 2026 missing in TypeScript's library. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Called for each value, inner ones first. */
type Visit = (holder: object, key: string, value: unknown, source: string | undefined) => void;

/** Parses JSON and calls `visit` for each value. @throws SyntaxError */
export function parseVisiting<T = unknown>(text: string, visit: Visit): T {
  const parsed: T = JSON.parse(
    text,
    function (this: object, key: string, value: unknown, context?: { readonly source?: string }) {
      visit(this, key, value, context?.source);
      return value;
    },
  );
  return parsed;
}

/** A value that `JSON.stringify` writes as this text. @throws SyntaxError when it is no JSON number. */
export function writtenAs(text: string): object {
  return JSON.rawJSON(text);
}

/** Makes `JSON.stringify` of this object write the field as this text; copies of the object lose it. */
export function keepText(holder: object, key: string, text: string): void {
  const known = texts.get(holder);
  if (known !== undefined) {
    known.set(key, text);
    return;
  }
  const kept = new Map([[key, text]]);
  texts.set(holder, kept);
  const toJSON = () => ({
    ...holder,
    ...Object.fromEntries([...kept].map(([name, written]) => [name, writtenAs(written)])),
  });
  // Not enumerable.
  Object.defineProperty(holder, 'toJSON', { value: toJSON, enumerable: false });
}

const texts = new WeakMap<object, Map<string, string>>();

/** Parses JSON so that serialising it again writes imprecise numbers as they were. @throws SyntaxError */
export function parseKeepingDecimals<T = unknown>(text: string): T {
  return parseVisiting<T>(text, (holder, key, value, source) => {
    const saysMore = typeof value === 'number' && source !== undefined && String(value) !== source;
    if (saysMore && !Array.isArray(holder)) keepText(holder, key, source);
  });
}
