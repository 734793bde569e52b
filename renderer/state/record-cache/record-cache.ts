/**
 * Cache of all documents of one resource as rows in memory. Read page by page, newest first, so that lists
 * fill at once and filters and search never wait. Cleared at every lock.
 * Never polls: screens call `refresh` when shown, which reads only new rows. Events refresh by requests that
 * do not count as activity, because an abandoned session must still expire.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { type Listed, type Row, rowOf, sameRow, withIndex } from './record-row.ts';

export interface RecordCacheState<Summary> {
  readonly rows: ReadonlyMap<string, Row<Summary>>;
  /** `partial` while more pages are loading. */
  readonly progress: 'empty' | 'partial' | 'complete' | 'failed';
  readonly error: unknown;
}

export interface RecordCache<R extends keyof SummaryOf> {
  readonly use: UseBoundStore<StoreApi<RecordCacheState<SummaryOf[R]>>>;
  readonly load: () => Promise<void>;
  /** Reads changes since the last read, after a running load, which may have passed their place already. */
  readonly refresh: (options?: { readonly passive?: boolean }) => Promise<void>;
  readonly put: (listed: Listed<R>) => void;
  readonly putIndex: (index: DocumentIndex) => void;
  readonly remove: (id: string) => void;
  readonly setDraft: (id: string, hasDraft: boolean) => void;
}

type Pages<R extends keyof SummaryOf> = AsyncIterable<{ readonly items: readonly Listed<R>[] }>;
type ListPages<R extends keyof SummaryOf> = (client: VaultClient, options: CallOptions) => Pages<R>;

/** Rows are shown after the first page, then in larger steps, so that 10,000 need few renders. */
const PAGES_PER_STEP = 5;

export function createRecordCache<R extends keyof SummaryOf>(listPages: ListPages<R>): RecordCache<R> {
  type State = RecordCacheState<SummaryOf[R]>;
  const nothing: State = { rows: new Map(), progress: 'empty', error: undefined };
  const use = create<State>()(() => nothing);
  let running: Promise<void> | undefined;
  /** Increased at every wipe, so that a late page is dropped. */
  let era = 0;
  /** Rows of the running read, with rows put or removed during it. */
  let reading: Map<string, Row<SummaryOf[R]>> | undefined;
  const touched = new Set<string>();

  /** Reads pages until the end, or with `onlyNew` until a page has nothing new. */
  async function read(onlyNew: boolean, options: CallOptions): Promise<void> {
    const startedIn = era;
    const rows = new Map(onlyNew ? use.getState().rows : []);
    reading = rows;
    touched.clear();
    let pageNumber = 0;
    for await (const page of listPages(vault(), options)) {
      if (startedIn !== era) return;
      let news = 0;
      for (const item of page.items) {
        const row = rowOf<R>(item);
        // Skip rows changed here meanwhile, because the page may be older.
        if (touched.has(row.id)) continue;
        if (!sameRow(rows.get(row.id), row)) news += 1;
        rows.set(row.id, row);
      }
      touched.clear();
      pageNumber += 1;
      if (onlyNew && news === 0) break;
      if (pageNumber === 1 || pageNumber % PAGES_PER_STEP === 0) {
        use.setState({ rows: new Map(rows), progress: onlyNew ? 'complete' : 'partial' });
      }
    }
    use.setState({ rows, progress: 'complete', error: undefined });
  }

  function once(onlyNew: boolean, options: CallOptions = {}): Promise<void> {
    const startedIn = era;
    running ??= read(onlyNew, options)
      .catch((error: unknown) => {
        if (startedIn === era) use.setState({ progress: 'failed', error });
      })
      .finally(() => {
        if (startedIn !== era) return;
        running = undefined;
        reading = undefined;
      });
    return running;
  }

  function change(id: string, next: Row<SummaryOf[R]> | undefined): void {
    const rows = new Map(use.getState().rows);
    for (const each of reading ? [rows, reading] : [rows]) {
      if (next) each.set(id, next);
      else each.delete(id);
    }
    if (reading) touched.add(id);
    use.setState({ rows });
  }

  onWipe(() => {
    era += 1;
    running = undefined;
    reading = undefined;
    use.setState(nothing);
  });

  return {
    use,
    load: () => once(false),
    refresh: async (options) => {
      const startedIn = era;
      await running;
      if (startedIn === era) await once(use.getState().progress === 'complete', options);
    },
    put: (listed) => change(listed.index.document_id, rowOf<R>(listed)),
    putIndex: (index) => {
      const row = use.getState().rows.get(index.document_id);
      if (row) change(row.id, withIndex(row, index));
    },
    remove: (id) => change(id, undefined),
    setDraft: (id, has_draft) => {
      const row = use.getState().rows.get(id);
      if (row && row.has_draft !== has_draft) change(id, { ...row, has_draft });
    },
  };
}

/** Query of every cache: everything the caller may see, last changed first. */
export const EVERYTHING = { state: 'all', sort: '-updated_at', limit: PAGE_LIMIT_MAX } as const;
