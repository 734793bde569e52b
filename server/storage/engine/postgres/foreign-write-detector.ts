/**
 * Detects foreign writes, those of other servers: `vault_head` counts the transactions of all. What was read stays valid as long as
 * the number shows that no other server has written. Knows no transaction.
 */
import type { Pipeline } from './pipeline.ts';
import type { Connection, Outcome } from './wire/connection.ts';

const ASK = 'SELECT write_count FROM vault_head';

export type ForeignWriteDetector = ReturnType<typeof createForeignWriteDetector>;

export function createForeignWriteDetector(
  connection: Pick<Connection, 'number'>,
  pipeline: Pick<Pipeline, 'ask' | 'hear'>,
  isInTransaction: () => boolean,
) {
  /** The last write this engine knows of, its own or as it asked. */
  let known = -1;
  /** Of the last transaction: the number the next one has unless others write in between. */
  let last = -1;
  let standing = 0;
  /** Written outside a transaction, or over another connection: nothing read before counts. */
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
      pipeline.hear(ASK, (outcome: Outcome) => {
        if (!(outcome instanceof Error)) isNow(Number(outcome.rows[0]?.[0]));
        resolve();
      });
    });

  const isHeard = (): boolean => isAsked && !isStale;

  return {
    /** As it was asked last. */
    foreign: () => foreign,
    /** Identifies what was read inside transactions, while it is valid. */
    standing: () => standing,
    /** What was read inside the open transaction, or before it, may be invalid. */
    forget(): void {
      standing += 1;
    },
    /** Written in a way that is not counted. */
    invalidate(): void {
      isStale = true;
      standing += 1;
    },
    /** The number of the next transaction if no other server writes; undefined where that is not known. */
    next: () => (last < 0 ? undefined : last + 1),
    /** A transaction has that number, and holds the lock. */
    begun(writes: number): void {
      if (writes !== last + 1) standing += 1;
    },
    committed(writes: number): void {
      last = writes;
      // Whoever else wrote in between is found by the number that is not the next one.
      if (writes !== known + 1) return;
      known = writes;
      // What is answered now is answered as of that commit; requests ask for themselves.
      isKnownInThisTurn();
    },
    /** Whether `foreignWrites` knows in this turn. */
    isPolledThisTick: isHeard,
    /** As `SqlEngine` has it. */
    foreignWrites(): number {
      if (isInTransaction() || isHeard()) return foreign;
      isNow(Number(pipeline.ask(ASK).rows[0]?.[0]));
      return foreign;
    },
    /** As `SqlEngine` has it. */
    pollForeignWrites(): Promise<void> {
      asking ??= new Promise((resolve) => {
        // Behind all requests that arrive in this turn: commits from before they arrived are in the result.
        setImmediate(() => {
          asking = undefined;
          // Where the database is unavailable, the request that needs it gets the error there.
          ask().then(resolve, resolve);
        });
      });
      return asking;
    },
  };
}
