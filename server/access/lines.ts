/** Costly work of which each key has one piece at a time, the others behind it, and no more than a few. */
import { VaultError } from '#contract/vault-error.ts';

interface Line {
  /** Settles when the piece before has ended. */
  last: Promise<unknown>;
  pieces: number;
}

/** Of the function it returns: @throws rate_limited where `waitingMax` wait already, and what `work` throws. */
export function createLines(waitingMax: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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
