/**
 * Detects writes of other servers: `vault_head` counts the transactions of all. Cached reads stay valid as long as the
 * count shows no foreign write. Independent of transactions.
 */
import type { Pipeline } from './pipeline.ts';
import type { Connection, Outcome } from './wire/connection.ts';

const ASK = 'SELECT write_count FROM vault_head';

export type ForeignWriteDetector = ReturnType<typeof createForeignWriteDetector>;

export function createForeignWriteDetector(
  connection: Pick<Connection, 'number'>,
  pipeline: Pick<Pipeline, 'ask' | 'sendWithCallback'>,
  isInTransaction: () => boolean,
) {
  /** Count at the last write this engine knows of, its own or polled. */
  let known = -1;
  /** Count of the last transaction; the next one has the following number unless others write in between. */
  let last = -1;
  let standing = 0;
  /** True after a write outside a transaction, or over another connection: earlier reads are invalid. */
  let isStale = true;
  let knownConnection = connection.number();
  let foreign = 0;
  let isAsked = false;
  let asking: Promise<void> | undefined;

  function isNow(writes: number): void {
    if (last >= 0 && writes !== last) {
      last = writes;
      standing += 1;
    }
    const isSame = !isStale && writes === known && knownConnection === connection.number();
    known = writes;
    knownConnection = connection.number();
    isStale = false;
    isKnownInThisTurn();
    if (!isSame) foreign += 1;
  }

  function isKnownInThisTurn(): void {
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
    });
  }

  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      pipeline.sendWithCallback(ASK, (outcome: Outcome) => {
        if (!(outcome instanceof Error)) isNow(Number(outcome.rows[0]?.[0]));
        resolve();
      });
    });

  const isHeard = (): boolean => isAsked && !isStale;

  return {
    /** Returns the foreign write count as last polled. */
    foreign: () => foreign,
    /** Identifies reads made inside transactions, while they are valid. */
    standing: () => standing,
    /** Invalidates reads made inside the open transaction or before it. */
    forget(): void {
      standing += 1;
    },
    /** Call after a write that is not counted. */
    invalidate(): void {
      isStale = true;
      standing += 1;
    },
    /** Count of the next transaction if no other server writes; undefined where unknown. */
    next: () => (last < 0 ? undefined : last + 1),
    /** Called when a transaction has that count and the lock. */
    begun(writes: number): void {
      if (writes !== last + 1) standing += 1;
    },
    committed(writes: number): void {
      last = writes;
      // A foreign write in between shows as a gap in the count.
      if (writes !== known + 1) return;
      known = writes;
      // The result is as of that commit; later requests poll again.
      isKnownInThisTurn();
    },
    /** True when `foreignWrites` knows the result in this turn. */
    isPolledThisTick: isHeard,
    /** Implements `SqlEngine`. */
    foreignWrites(): number {
      if (isInTransaction() || isHeard()) return foreign;
      isNow(Number(pipeline.ask(ASK).rows[0]?.[0]));
      return foreign;
    },
    /** Implements `SqlEngine`. */
    pollForeignWrites(): Promise<void> {
      asking ??= new Promise((resolve) => {
        // Runs after all requests of this turn have arrived, so that earlier commits are included.
        setImmediate(() => {
          asking = undefined;
          // A failure is left to the request that needs the database.
          ask().then(resolve, resolve);
        });
      });
      return asking;
    },
  };
}
