/**
 * JSON numbers whose text counts: in FHIR `7.0` says more than `7`, and a number of JavaScript keeps neither its zeros
 * nor more than 17 digits. Who computes finds a number; who writes JSON writes the text. Source: FHIR R4, "decimal".
 */

/** A part of ECMAScript 2026 that TypeScript's library does not declare yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Each value as it is met, the inner ones first. */
type Visit = (holder: object, key: string, value: unknown, source: string | undefined) => void;

/** @throws SyntaxError */
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

/** What `JSON.stringify` writes as this text. @throws SyntaxError when it is no JSON number. */
export function writtenAs(text: string): object {
  return JSON.rawJSON(text);
}

/** The field of the object is written as this text, wherever the object itself is written; copies forget it. */
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
  // Seen by nobody who lists the fields.
  Object.defineProperty(holder, 'toJSON', { value: toJSON, enumerable: false });
}

const texts = new WeakMap<object, Map<string, string>>();

/** Numbers of objects that say more than their value are written again as they stood. @throws SyntaxError */
export function parseKeepingDecimals<T = unknown>(text: string): T {
  return parseVisiting<T>(text, (holder, key, value, source) => {
    const saysMore = typeof value === 'number' && source !== undefined && String(value) !== source;
    if (saysMore && !Array.isArray(holder)) keepText(holder, key, source);
  });
}
