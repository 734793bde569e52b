/**
 * Caches a value that nearly every transaction reads, while the engine can tell that it is still valid. Code that
 * writes the value must call `set`, inside the transaction.
 */
import type { Statements } from './sql-engine.ts';

export interface TransactionCache<Head> {
  readonly get: () => Head;
  readonly set: (head: Head) => void;
}

export function createTransactionCache<Head>(
  { cacheGeneration: standing }: Statements,
  read: () => Head,
): TransactionCache<Head> {
  let kept: { readonly standing: number; readonly head: Head } | undefined;

  function set(head: Head): void {
    const now = standing?.();
    if (now !== undefined) kept = { standing: now, head };
  }

  return {
    get() {
      if (kept !== undefined && kept.standing === standing?.()) return kept.head;
      const head = read();
      set(head);
      return head;
    },
    set,
  };
}
