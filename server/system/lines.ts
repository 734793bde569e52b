/** Costly work of which each key has one piece at a time, the others behind it, and no more than a few. */
import { VaultError } from '#contract/errors/vault-error.ts';

/** Of the function it returns: @throws rate_limited where `waitingMax` wait already, and what `work` throws. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  /** Settles when the piece before has ended. */
  last: Promise<unknown>;
  pieces: number;
}

export function createLines(waitingMax: number): InLine {
  const lines = new Map<string, Line>();

  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), pieces: 0 };
    if (line.pieces > waitingMax)
      throw new VaultError('rate_limited', 'Too many of yours wait for this already; try again shortly.', {
        headers: { 'retry-after': '2' },
      });
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

/** Resolves when it is the key's turn, which lasts until what it resolves to is called. @throws rate_limited */
export function placeIn(inLine: InLine, key: string): Promise<() => void> {
  const { promise: place, resolve, reject } = Promise.withResolvers<() => void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  inLine(key, () => {
    resolve(end);
    return ended;
  }).catch(reject);
  return place;
}
