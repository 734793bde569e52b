/** Appends one by one: `push(...items)` passes every item on the stack, which a large report overflows. */
export function appendAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}
