/** Processes items in order, `lanes` at once. The first error stops it, after running work has ended. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !failed && next.done !== true; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}

/** Serialises work per name, because the same resource twice means a record and its update. */
export function createSerialQueues() {
  const last = new Map<string, Promise<void>>();
  return async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = last.get(name);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(name, mine);
    try {
      await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
