/** Everything an iteration gives, in memory: for lists whose length is known to be small, or was asked for. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
