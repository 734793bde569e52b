/** Pages of the audit log for one filter. A response that arrives after the filter changed is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEntry, AuditQuery } from '#contract/audit/audit-entry.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';

interface Audit {
  readonly entries: readonly AuditEntry[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
}

/** Loads the filtered log page by page. */
export function useAudit(filter: AuditQuery): Audit {
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const wanted = useRef(0);
  const key = JSON.stringify(filter);
  const load = useCallback(
    async (after: string | undefined, before: readonly AuditEntry[]) => {
      wanted.current += 1;
      const turn = wanted.current;
      const query: AuditQuery = JSON.parse(key);
      try {
        // Pages may be short if the filter skips many entries.
        let page = await vault()
          .audit.list({
            ...query,
            limit: PAGE_LIMIT_DEFAULT,
            ...(after === undefined ? {} : { cursor: after }),
          })
          .page();
        const items = [...page.items];
        while (items.length === 0 && page.next_cursor !== null && turn === wanted.current) {
          page = await vault()
            .audit.list({ ...query, limit: PAGE_LIMIT_DEFAULT, cursor: page.next_cursor })
            .page();
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
  };
}
