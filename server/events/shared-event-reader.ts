/**
 * Reads recorded changes once for all streams and passes each reader the rows after its own position. Reads shortly
 * after a commit, so that the writer's response leaves first and close commits share one read. A failed read is
 * repeated until it succeeds, so no reader misses a row.
 */
import type { createEventStore, EventRow } from '#server/storage/events/event-store.ts';

const READ_AT_ONCE = 500;
/** Commits within this time share one read. */
const GATHER_MS = 20;
const RETRY_MS = 1_000;

export interface FeedReader {
  /** Number of the newest row passed on. */
  position: number;
  /** Called in order of number; must not throw. */
  readonly onRow: (row: EventRow) => void;
}

export interface EventFeed {
  /** Passes on rows after the reader's position, then later ones. @throws errors of the read */
  readonly add: (reader: FeedReader) => void;
  readonly remove: (reader: FeedReader) => void;
  /** Call after a commit: reads new rows shortly, in another turn. */
  readonly wake: () => void;
  readonly close: () => void;
}

export function createEventFeed(
  store: Pick<ReturnType<typeof createEventStore>, 'listAfter'>,
  onFailure: (error: unknown) => void,
): EventFeed {
  const readers = new Set<FeedReader>();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  function deliver(to: Iterable<FeedReader>, after: number): void {
    let from = after;
    for (;;) {
      const rows = store.listAfter(from, READ_AT_ONCE);
      for (const reader of to) {
        for (const row of rows) {
          if (row.seq <= reader.position) continue;
          reader.position = row.seq;
          reader.onRow(row);
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_AT_ONCE) return;
      from = last.seq;
    }
  }

  function readNew(): void {
    timer = undefined;
    if (readers.size === 0) return;
    try {
      deliver(readers, Math.min(...Array.from(readers, ({ position }) => position)));
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      schedule(RETRY_MS);
    }
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(readNew, ms).unref();
  }

  return {
    add(reader) {
      deliver([reader], reader.position);
      readers.add(reader);
    },
    remove: (reader) => void readers.delete(reader),
    wake() {
      if (readers.size > 0) schedule(GATHER_MS);
    },
    close() {
      clearTimeout(timer);
      readers.clear();
    },
  };
}
