/**
 * Serialises a response. A list is serialised item by item, because one character outside Latin-1 doubles the memory of
 * its whole text. A page as one text is some ten times slower.
 */

import { concatJson, PreserializedJson } from '#server/system/preserialized-json.ts';

/** Serialises a response. @returns the JSON of `body`, as text or as the UTF-8 of the same text. */
export function serializeJson(body: unknown): string | Buffer {
  if (body instanceof PreserializedJson) return body.bytes;
  return isList(body) ? concatJson(textsOf(body)).bytes : JSON.stringify(body);
}

type List = Readonly<Record<string, unknown>> & { readonly items: readonly unknown[] };

function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

function textsOf(list: List): string[] {
  const { items, ...others } = list;
  const texts = items.flatMap((item, at) => [at === 0 ? '' : ',', JSON.stringify(item)]);
  const rest = JSON.stringify(others).slice(1);
  return ['{"items":[', ...texts, rest === '}' ? ']}' : `],${rest}`];
}
