/**
 * Shares turns of the event loop among principals. Work begins at once early in a turn, if its principal has nothing
 * waiting. Otherwise it queues, and the principal served longest ago is next. So a busy principal waits for their own
 * work, and others for at most one piece of it.
 */
import { VaultError } from '#contract/errors/vault-error.ts';

/** Work per turn of the event loop; the rest waits for the next turn, so that sockets are read first. */
const TURN_BUDGET_MS = 8;
/** Unfinished pieces per key; further ones wait. */
const IN_FLIGHT_MAX = 64;
/** Waiting pieces per key; more than connections of any client of ours. */
const WAITING_MAX = 1024;
/** Number of keys above which the service order is forgotten, to bound memory. */
const KEPT_KEYS = 1000;

export interface FairTurns {
  /**
   * Runs `work` now or in its turn, and counts it as in flight until `done` is called with the same key.
   * @throws rate_limited where the key has too much waiting
   */
  readonly begin: (key: string, work: () => void) => void;
  readonly done: (key: string) => void;
  /** Call before the next piece of started work: resolves at the key's turn. */
  readonly giveWay: (key: string) => Promise<void>;
}

interface Piece {
  readonly work: () => void;
  /** True for new work; continued pieces of started work are not counted again. */
  readonly isNew: boolean;
}

interface Party {
  readonly waiting: Piece[];
  inFlight: number;
  /** Number of the last piece served. */
  served: number;
}

/** `now`: milliseconds of a monotonic clock. */
export function createFairTurns(now: () => number = () => performance.now()): FairTurns {
  const parties = new Map<string, Party>();
  let pieces = 0;
  let begunAt: number | undefined;
  let isDraining = false;

  function partyOf(key: string): Party {
    const known = parties.get(key);
    if (known !== undefined) return known;
    if (parties.size >= KEPT_KEYS) forgetIdle();
    const party: Party = { waiting: [], inFlight: 0, served: 0 };
    parties.set(key, party);
    return party;
  }

  function forgetIdle(): void {
    for (const [key, { waiting, inFlight }] of parties) {
      if (waiting.length === 0 && inFlight === 0) parties.delete(key);
    }
  }

  function isYoung(): boolean {
    if (begunAt !== undefined) return now() - begunAt < TURN_BUDGET_MS;
    begunAt = now();
    setImmediate(endTurn);
    return true;
  }

  function endTurn(): void {
    begunAt = undefined;
  }

  function run(party: Party, { work, isNew }: Piece): void {
    pieces += 1;
    party.served = pieces;
    if (isNew) party.inFlight += 1;
    work();
  }

  function next(): Party | undefined {
    let found: Party | undefined;
    for (const party of parties.values()) {
      if (!isReady(party)) continue;
      if (found === undefined || party.served < found.served) found = party;
    }
    return found;
  }

  function drainSoon(): void {
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  /** Runs pieces until the turn's budget is spent; at least one. */
  function drain(): void {
    const startedAt = now();
    const step = (): void => {
      const party = next();
      const piece = party && takeFirst(party);
      if (party === undefined || piece === undefined) {
        isDraining = false;
        return;
      }
      run(party, piece);
      // After all microtasks, because promise continuations belong to the piece.
      queueMicrotask(() => process.nextTick(goOn));
    };
    const goOn = (): void => {
      if (now() - startedAt < TURN_BUDGET_MS) step();
      else setImmediate(drain);
    };
    step();
  }

  function wait(party: Party, piece: Piece): void {
    party.waiting.push(piece);
    drainSoon();
  }

  return {
    begin(key, work) {
      const party = partyOf(key);
      const piece = { work, isNew: true };
      if (party.waiting.length === 0 && party.inFlight < IN_FLIGHT_MAX && isYoung()) run(party, piece);
      else if (party.waiting.length < WAITING_MAX) wait(party, piece);
      else throw tooMany();
    },

    done(key) {
      const party = parties.get(key);
      if (party === undefined) return;
      party.inFlight -= 1;
      if (party.waiting.length > 0) drainSoon();
    },

    giveWay(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait(partyOf(key), { work: resolve, isNew: false });
      return promise;
    },
  };
}

/** Started work continues, however many pieces of the same key are unfinished. */
function isReady({ waiting, inFlight }: Party): boolean {
  if (waiting.length === 0) return false;
  return inFlight < IN_FLIGHT_MAX || waiting.some(({ isNew }) => !isNew);
}

function takeFirst({ waiting, inFlight }: Party): Piece | undefined {
  const at = inFlight < IN_FLIGHT_MAX ? 0 : waiting.findIndex(({ isNew }) => !isNew);
  return waiting.splice(at, 1)[0];
}

function tooMany(): VaultError {
  return new VaultError('rate_limited', 'Too many of your requests are waiting. Try again shortly.', {
    headers: { 'retry-after': '1' },
  });
}
