/**
 * The entries of one shard in the order of their titles, as numbers: made where a search by title first needs it, and
 * dropped as soon as an entry comes, goes, or stands elsewhere in it. Whoever looks for a name finds all its hits close
 * together, mostly far behind the start: a walk to them costs more than the search for the word.
 */
import type { EntryState } from './entry-store.ts';
import type { MemoryDatabase } from './memory-database.ts';

interface Order {
  /** Ids by place. */
  readonly ids: Uint32Array;
  /** Places by id, from 1; 0 for what is of another kind. */
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
    /** What `sort` needs takes some milliseconds to make. @returns whether it had to be made. */
    make(resource: string, state: EntryState): boolean {
      if (orders.has(kindOf(resource, state))) return false;
      orderOf(resource, state);
      return true;
    },
    /** Those of `found` that are of this kind, in the order of their titles. */
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
    /** What is known no longer holds. Zeroed, as the titles are. */
    drop(): void {
      for (const { ids, places } of orders.values()) {
        ids.fill(0);
        places.fill(0);
      }
      orders.clear();
    },
  };
}
