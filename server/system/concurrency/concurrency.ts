/** Work on many things at once, as far as one thread can: what one waits for from the disk, others use. */

const AT_A_TIME = 4;

/**
 * What `work` makes of each, in their order. Gives way to what waits after each of them. `atATime`: more where each
 * waits for the disk many times and does little between. @throws what the first failed with
 */
export async function mapWithConcurrency<In, Out>(
  items: readonly In[],
  work: (item: In) => Promise<Out>,
  atATime = AT_A_TIME,
): Promise<Out[]> {
  const waiting = items.map((item, at) => ({ item, at })).reverse();
  const results = new Map<number, Out>();
  async function go(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      results.set(next.at, await work(next.item));
      await new Promise(setImmediate);
    }
  }
  const workers = Array.from({ length: Math.min(atATime, items.length) }, async () => {
    try {
      await go();
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  });
  await allSettledOrThrow(workers);
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

/** As `Promise.all`, but nothing goes on behind it: what was begun has ended before it throws. */
export async function allSettledOrThrow<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
