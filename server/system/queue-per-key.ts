/** Limits expensive work to one piece per key at a time, or a few; some more may wait. */
import { VaultError } from '#contract/errors/vault-error.ts';

/** The returned function @throws rate_limited where `waitingMax` wait already, and errors of `work`. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createKeyedQueue(waitingMax: number, atOnce = 1): KeyedQueue {
  const lines = new Map<string, Line>();

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length < waitingMax) await new Promise<void>((go) => line.waiting.push(go));
    else throw tooMany();
    try {
      return await work();
    } finally {
      // The next piece takes over the place.
      const next = line.waiting.shift();
      if (next === undefined) line.running -= 1;
      else next();
      if (line.running === 0) lines.delete(key);
    }
  };
}

function tooMany(): VaultError {
  return new VaultError(
    'rate_limited',
    'Too many of your requests are waiting for this. Try again shortly.',
    {
      headers: { 'retry-after': '2' },
    },
  );
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
