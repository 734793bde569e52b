/** Merges the hits of a group's shards in the order of a list. */
import type { EntryFilter, FoundPlace } from '#server/storage/search/entry-query.ts';
import type { IndexShard } from './index-shard.ts';

/** Possible hits of one shard. */
interface Part {
  readonly shard: IndexShard;
  readonly filter: EntryFilter;
}

interface Found {
  readonly shard: IndexShard;
  readonly place: FoundPlace;
}

/**
 * The first `limit` positions of all parts. Queries parts in order of their first position, and no further than can
 * enter the page: recent documents are mostly in one shard.
 */
export function findInOrder(parts: readonly Part[], descending: boolean): Found[] {
  const inOrder = (a: FoundPlace, b: FoundPlace): number => compare(a, b) * (descending ? -1 : 1);
  const [only, ...others] = parts;
  if (only === undefined) return [];
  if (others.length === 0) return placesOf(only);
  const begun = parts.flatMap((part) => {
    const first = part.shard.first(part.filter);
    return first === undefined ? [] : [{ part, first }];
  });
  begun.sort((a, b) => inOrder(a.first, b.first));
  const { limit } = only.filter;
  let found: Found[] = [];
  for (const { part, first } of begun) {
    const last = found[limit - 1];
    if (last !== undefined && inOrder(first, last.place) > 0) break;
    found = [...found, ...placesOf(part, last?.place)]
      .sort((a, b) => inOrder(a.place, b.place))
      .slice(0, limit);
  }
  return found;
}

function placesOf({ shard, filter }: Part, until?: FoundPlace): Found[] {
  return shard.find({ ...filter, until }).map((place) => ({ shard, place }));
}

function compare(a: FoundPlace, b: FoundPlace): number {
  if (a.key === b.key) return a.document_id < b.document_id ? -1 : 1;
  if (typeof a.key === 'number' && typeof b.key === 'number') return a.key - b.key;
  return Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)));
}
