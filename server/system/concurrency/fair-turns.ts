/**
 * Shares turns of the event loop among principals. Work begins at once while the turn is young and its principal has
 * nothing waiting. Otherwise it queues, and the principal served longest ago comes next. So a busy principal waits
 * for their own work, and others for at most one piece of it. Knows no request.
 */
import { VaultError } from '#contract/errors/vault-error.ts';

/** After this much work the rest waits for the next turn, so that sockets are read first. */
const TURN_BUDGET_MS = 8;
/** Pieces of one key that have begun and are not done. Further ones wait. */
const IN_FLIGHT_MAX = 64;
/** Of one key, beyond those: no program of ours has so many connections. */
const WAITING_MAX = 1024;
/** Past this many keys it is forgotten who was served when: memory stays bounded. */
const KEPT_KEYS = 1000;

export interface FairTurns {
  /**
   * Runs `work` now or in its turn, and counts it as in flight until `done` is called with the same key.
   * @throws rate_limited where the key has too much waiting
   */
  readonly begin: (key: string, work: () => void) => void;
  readonly done: (key: string) => void;
  /** Before the next piece of work that has begun: resolves when it is the key's turn. */
  readonly giveWay: (key: string) => Promise<void>;
}

interface Piece {
  readonly work: () => void;
  /** Pieces of work begun earlier and continued are not counted again. */
  readonly isNew: boolean;
}

interface Party {
  readonly waiting: Piece[];
  inFlight: number;
  /** The number of the last piece it was served with. */
  served: number;
}

/** `now`: milliseconds of any clock that does not go back. */
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

  /** Until the turn's budget is spent; one piece at least. */
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
      // Behind every microtask: what continues behind a promise is part of the piece.
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

/** Work that has begun continues, however much of the same key is in flight. */
function isReady({ waiting, inFlight }: Party): boolean {
  if (waiting.length === 0) return false;
  return inFlight < IN_FLIGHT_MAX || waiting.some(({ isNew }) => !isNew);
}

function takeFirst({ waiting, inFlight }: Party): Piece | undefined {
  const at = inFlight < IN_FLIGHT_MAX ? 0 : waiting.findIndex(({ isNew }) => !isNew);
  return waiting.splice(at, 1)[0];
}

function tooMany(): VaultError {
  return new VaultError('rate_limited', 'Too many requests of yours wait already; try again shortly.', {
    headers: { 'retry-after': '1' },
  });
}
