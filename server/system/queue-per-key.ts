/** Limits expensive work to one piece per key at a time; a few more may wait. */
import { VaultError } from '#contract/errors/vault-error.ts';

/** The returned function @throws rate_limited where `waitingMax` wait already, and errors of `work`. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  /** Settles when the previous piece has ended. */
  last: Promise<unknown>;
  pieces: number;
}

export function createKeyedQueue(waitingMax: number): KeyedQueue {
  const lines = new Map<string, Line>();

  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), pieces: 0 };
    if (line.pieces > waitingMax)
      throw new VaultError(
        'rate_limited',
        'Too many of your requests are waiting for this. Try again shortly.',
        {
          headers: { 'retry-after': '2' },
        },
      );
    line.pieces += 1;
    lines.set(key, line);
    const done = line.last.then(work);
    line.last = done
      .catch(() => undefined)
      .finally(() => {
        line.pieces -= 1;
        if (line.pieces === 0) lines.delete(key);
      });
    return done;
  };
}

/** Resolves at the key's turn, with a function that ends the turn. @throws rate_limited */
export function waitForTurn(inLine: KeyedQueue, key: string): Promise<() => void> {
  const { promise: place, resolve, reject } = Promise.withResolvers<() => void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  inLine(key, () => {
    resolve(end);
    return ended;
  }).catch(reject);
  return place;
}
