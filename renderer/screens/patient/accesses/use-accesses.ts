/** Pages of the accesses to a patient. A response that arrives after another patient was opened is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Access } from '#contract/audit/accesses.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';

interface Accesses {
  /** Newest first; undefined until the first page is here. */
  readonly accesses: readonly Access[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

export function useAccesses(patientId: string): Accesses {
  const [accesses, setAccesses] = useState<readonly Access[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const turn = useRef(0);
  const load = useCallback(
    async (after: string | null, before: readonly Access[]) => {
      turn.current += 1;
      const own = turn.current;
      try {
        const items: Access[] = [];
        let next = after;
        do {
          const query = { limit: PAGE_LIMIT_DEFAULT, ...(next === null ? {} : { cursor: next }) };
          const page = await vault().audit.accesses(patientId, query).page();
          items.push(...page.items);
          next = page.next_cursor;
          // A page may be empty where many entries are of others.
        } while (items.length === 0 && next !== null && own === turn.current);
        if (own !== turn.current) return;
        setAccesses([...before, ...items]);
        setCursor(next);
        setError(undefined);
      } catch (caught) {
        if (own === turn.current) setError(caught);
      }
    },
    [patientId],
  );
  useEffect(() => {
    setAccesses(undefined);
    void load(null, []);
    return () => {
      turn.current += 1;
    };
  }, [load]);
  return {
    accesses,
    error,
    hasMore: cursor !== null,
    more: () => void load(cursor, accesses ?? []),
    reload: () => void load(null, []),
  };
}
