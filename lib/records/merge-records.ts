/**
 * Merges two changes of one record key by key: my changed keys win, all others are theirs, also within
 * `custom_attributes`, its `report` and, entry by entry, its lists with ids. Unknown data is kept.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from './json-object.ts';
import { withFactsOf } from './reports/report-status.ts';

interface WithAttributes {
  readonly custom_attributes: JsonObject | null;
}

/**
 * `base`: the merge base. Facts about the report (status, signature, pending change) are never mixed: they are mine,
 * like the text.
 */
export function mergeRecords<Fields extends WithAttributes>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Fields {
  const before = new Map<string, unknown>(Object.entries(base));
  const joined = { ...theirs };
  for (const [key, value] of Object.entries(mine)) {
    if (!isSameJson(value, before.get(key))) Object.assign(joined, { [key]: value });
  }
  return { ...joined, custom_attributes: joinAttributes(base, mine, theirs) };
}

function joinAttributes(
  base: WithAttributes,
  mine: WithAttributes,
  theirs: WithAttributes,
): JsonObject | null {
  if (mine.custom_attributes === null && theirs.custom_attributes === null) return null;
  const joined = joinObjects(
    base.custom_attributes ?? {},
    mine.custom_attributes ?? {},
    theirs.custom_attributes ?? {},
    ['report'],
  );
  return withFactsOf(joined, mine.custom_attributes);
}

/** Objects under the keys of `inner` are merged key by key too. */
function joinObjects(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  inner: readonly string[] = [],
): JsonObject {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const entries = keys.flatMap((key): [string, unknown][] => {
    const [before, my, their] = [base[key] ?? {}, mine[key], theirs[key]];
    const idKey = ENTRY_IDS.get(key);
    if (idKey !== undefined && Array.isArray(my) && Array.isArray(their)) {
      const known: unknown[] = Array.isArray(before) ? before : [];
      return [[key, joinEntries(known, my, their, idKey)]];
    }
    if (inner.includes(key) && isJsonObject(before) && isJsonObject(my) && isJsonObject(their)) {
      return [[key, joinObjects(before, my, their)]];
    }
    const from = isSameJson(my, base[key]) ? theirs : mine;
    return Object.hasOwn(from, key) ? [[key, from[key]]] : [];
  });
  return Object.fromEntries(entries);
}

/** Lists in `custom_attributes` to which several people add, with their id fields. */
const ENTRY_IDS: ReadonlyMap<string, string> = new Map([
  ['follow_ups', 'follow_up_id'],
  ['image_marks', 'mark_id'],
]);

/** Entries I changed, added or removed are mine, all others theirs; theirs come first. */
function joinEntries(base: unknown[], mine: unknown[], theirs: unknown[], idKey: string): unknown[] {
  const find = (list: unknown[], entry: unknown) => {
    const id = isJsonObject(entry) ? entry[idKey] : undefined;
    return list.find((other) =>
      id === undefined ? isSameJson(other, entry) : isJsonObject(other) && other[idKey] === id,
    );
  };
  const kept = theirs.flatMap((their) => {
    const [before, my] = [find(base, their), find(mine, their)];
    if (my === undefined) return before === undefined || !isSameJson(before, their) ? [their] : [];
    return [isSameJson(my, before) ? their : my];
  });
  const added = mine.filter((my) => {
    const before = find(base, my);
    return find(theirs, my) === undefined && (before === undefined || !isSameJson(before, my));
  });
  return [...kept, ...added];
}

/** True for equal JSON values, ignoring key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameJson(item, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
