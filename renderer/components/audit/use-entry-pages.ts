/** Pages of a list of the audit log. A response that arrives after another list was asked for is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '#contract/paged-list.ts';

export interface EntryPages<Entry> {
  /** Undefined until the first page is here. */
  readonly entries: readonly Entry[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

/**
 * React hook that loads a list page by page.
 * @param key names the list: another key is another list
 * @param read reads the page after the cursor, or the first one
 */
export function useEntryPages<Entry>(
  key: string,
  read: (cursor: string | undefined) => Promise<Page<Entry>>,
): EntryPages<Entry> {
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const wanted = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what `read` reads
  const load = useCallback(
    async (after: string | undefined, before: readonly Entry[]) => {
      wanted.current += 1;
      const turn = wanted.current;
      try {
        // Pages may be empty where many entries do not belong to the list.
        let page = await read(after);
        const items = [...page.items];
        while (items.length === 0 && page.next_cursor !== null && turn === wanted.current) {
          page = await read(page.next_cursor);
          items.push(...page.items);
        }
        if (turn !== wanted.current) return;
        setEntries([...before, ...items]);
        setCursor(page.next_cursor);
        setError(undefined);
      } catch (caught) {
        if (turn === wanted.current) setError(caught);
      }
    },
    [key],
  );
  useEffect(() => {
    void load(undefined, []);
    return () => {
      wanted.current += 1;
    };
  }, [load]);
  return {
    entries,
    error,
    hasMore: cursor !== null,
    more: () => {
      if (cursor !== null) void load(cursor, entries ?? []);
    },
    reload: () => void load(undefined, []),
  };
}
