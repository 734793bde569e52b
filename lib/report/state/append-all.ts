/** Appends items one by one, because `push(...items)` overflows the stack for a large report. */
export function appendAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}
