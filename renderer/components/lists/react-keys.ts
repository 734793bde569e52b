/** Assigns a React key to each item. Equal items are numbered, so that lists render stably. */
export function withKeys<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { key: `${name}#${number}`, item };
  });
}
