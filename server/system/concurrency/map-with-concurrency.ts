/** Runs asynchronous work on several items at once in one thread: while one waits for the disk, others continue. */

const AT_A_TIME = 4;

/**
 * Maps items with `work`, at most `atATime` at once, results in order. Yields to other requests after each item. A
 * higher `atATime` helps work that mostly waits for the disk. @throws the first error
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

/** Awaits promises like `Promise.all`, but waits until all started ones have ended before it throws. */
export async function allSettledOrThrow<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
