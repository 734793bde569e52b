/**
 * Parses JSON for the mappers: `null` means absent, also in lists, where FHIR uses it as a placeholder; numbers of
 * Observations become text, because `7.0` states more than `7`. Source: FHIR R4, "JSON", "decimal".
 */
import { parseLosslessJson, parsePlainly, type WriteExactly } from './lossless-json.ts';

interface Read {
  readonly value: unknown;
  /** Serialises a part of `value` as in the file. */
  readonly write: WriteExactly;
}

/** Parses JSON. @param exact serialising keeps every number's text. @throws SyntaxError */
export function readJson(text: string, exact: boolean): Read {
  const { value, write, numberAt } =
    exact || text.includes('"Observation"') ? parseLosslessJson(text) : parsePlainly(text);
  const originals = new WeakMap<object, object>();
  const isPlain = numberAt === undefined && !text.includes('null');
  return {
    value: isPlain ? value : copied(value, false),
    write: (part) => write(originals.get(part) ?? part),
  };

  function copied(part: unknown, isExact: boolean): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item) => copied(item, isExact));
    const inside = isExact || ('resourceType' in part && part.resourceType === 'Observation');
    const copy = Object.fromEntries(
      Object.entries(part)
        .filter(([, item]) => item !== null)
        .map(([key, item]) => [
          key,
          (inside && numberAt?.(part, key)) || copied(withoutNulls(key, item), inside),
        ]),
    );
    originals.set(copy, part);
    return copy;
  }
}

/** Keeps nulls in a bundle's entries, whose positions are reported. */
function withoutNulls(key: string, item: unknown): unknown {
  return Array.isArray(item) && key !== 'entry' ? item.filter((one) => one !== null) : item;
}
