/**
 * Title order of one shard's entries, as numbers. Built when a search by title first needs it, dropped when an entry is
 * added, removed or moves. Hits for a name are close together and mostly far from the start, so scanning to them would
 * cost more than the word search.
 */
import type { EntryState } from './entry-store.ts';
import type { MemoryDatabase } from './memory-database.ts';

interface Order {
  /** Entry ids by position. */
  readonly ids: Uint32Array;
  /** Positions by entry id, from 1; 0 for entries of another kind. */
  readonly places: Uint32Array;
}

export type TitleOrder = ReturnType<typeof createTitleOrder>;

export function createTitleOrder(db: MemoryDatabase) {
  const select = db
    .prepare<[string, EntryState], number>(
      `SELECT id FROM entries INDEXED BY entries_by_title WHERE resource = ? AND state = ?
       ORDER BY title, document_id`,
    )
    .pluck();
  const orders = new Map<string, Order>();

  const kindOf = (resource: string, state: EntryState): string => `${state} ${resource}`;

  function orderOf(resource: string, state: EntryState): Order {
    const kind = kindOf(resource, state);
    const known = orders.get(kind);
    if (known !== undefined) return known;
    const ids = Uint32Array.from(select.all(resource, state));
    const places = new Uint32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
    ids.forEach((id, at) => {
      places[id] = at + 1;
    });
    const made = { ids, places };
    orders.set(kind, made);
    return made;
  }

  return {
    /** Builds what `sort` needs, in some milliseconds. @returns true when it had to be built. */
    make(resource: string, state: EntryState): boolean {
      if (orders.has(kindOf(resource, state))) return false;
      orderOf(resource, state);
      return true;
    },
    /** Entries of `found` that are of this kind, in title order. */
    sort(found: readonly number[], resource: string, state: EntryState): number[] {
      const { ids, places } = orderOf(resource, state);
      const standing = new Uint32Array(found.length);
      let count = 0;
      for (const id of found) {
        const place = places[id] ?? 0;
        if (place > 0) standing[count++] = place;
      }
      return Array.from(standing.subarray(0, count).sort(), (place) => ids[place - 1] ?? 0);
    },
    /** Drops the order. Overwrites it with zeros, because it reveals titles. */
    drop(): void {
      for (const { ids, places } of orders.values()) {
        ids.fill(0);
        places.fill(0);
      }
      orders.clear();
    },
  };
}
