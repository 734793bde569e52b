/** Tests the event feed: one read for all streams, events in order and once each, and a retry after a failed read. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parsePrincipalId } from '#contract/ids.ts';
import { createEventFeed, type FeedReader } from '#server/events/shared-event-reader.ts';
import type { EventRow } from '#server/storage/events/event-store.ts';

function row(seq: number): EventRow {
  return {
    seq,
    event: 'document',
    security_group_id: null,
    resource: 'patients',
    object_id: `object ${seq}`,
    change: 'updated',
    version_id: null,
    draft_rev: null,
    by_principal: parsePrincipalId('0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f'),
  };
}

/** Creates in-memory rows that can become unavailable, as a database can. */
function makeRows() {
  const rows: EventRow[] = [];
  return {
    rows,
    reads: 0,
    isAway: false,
    add(count: number) {
      for (let n = 0; n < count; n += 1) rows.push(row(rows.length + 1));
    },
    listAfter(seq: number, limit: number) {
      this.reads += 1;
      if (this.isAway) throw new Error('The database is away.');
      return rows.filter((each) => each.seq > seq).slice(0, limit);
    },
  };
}

function readerAt(position: number): FeedReader & { readonly seen: number[] } {
  const seen: number[] = [];
  return { position, seen, onRow: ({ seq }) => void seen.push(seq) };
}

function startFeed() {
  vi.useFakeTimers();
  const store = makeRows();
  const failures: unknown[] = [];
  const feed = createEventFeed(store, (error) => failures.push(error));
  onTestFinished(() => {
    feed.close();
    vi.useRealTimers();
  });
  return { store, feed, failures };
}

describe('createEventFeed', () => {
  test('one read serves all streams of a wake, whatever their number', () => {
    const { store, feed } = startFeed();
    const readers = Array.from({ length: 150 }, () => readerAt(0));
    for (const reader of readers) feed.add(reader);
    store.reads = 0;
    for (let commit = 0; commit < 10; commit += 1) {
      store.add(1);
      feed.wake();
    }
    vi.runAllTimers();
    expect(store.reads).toBe(1);
    for (const { seen } of readers) expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('each stream gets each row behind its own position once, also over several reads', () => {
    const { store, feed } = startFeed();
    store.add(3);
    const early = readerAt(1);
    feed.add(early);
    store.add(1_200);
    const late = readerAt(1_000);
    feed.add(late);
    feed.wake();
    vi.runAllTimers();
    expect(early.seen).toEqual(store.rows.slice(1).map(({ seq }) => seq));
    expect(late.seen).toEqual(store.rows.slice(1_000).map(({ seq }) => seq));
  });

  test('a read that fails ends nothing, is reported once, and is repeated until it succeeds', () => {
    const { store, feed, failures } = startFeed();
    const reader = readerAt(0);
    feed.add(reader);
    store.add(2);
    store.isAway = true;
    feed.wake();
    vi.advanceTimersByTime(5_000);
    expect([failures.length, reader.seen]).toEqual([1, []]);
    store.isAway = false;
    vi.advanceTimersByTime(1_000);
    expect(reader.seen).toEqual([1, 2]);
  });

  test('reads nothing while no stream is open', () => {
    const { store, feed } = startFeed();
    const reader = readerAt(0);
    feed.add(reader);
    feed.remove(reader);
    store.reads = 0;
    feed.wake();
    vi.runAllTimers();
    expect(store.reads).toBe(0);
  });
});
