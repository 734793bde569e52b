/** Yields the same bytes, joined so that the first piece has at least `count` of them, or all if fewer. */
export async function* withHead(
  pieces: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let head: number[] | undefined = [];
  for await (const piece of pieces) {
    if (head === undefined) {
      yield piece;
    } else if (head.length === 0 && piece.length >= count) {
      yield piece;
      head = undefined;
    } else {
      head.push(...piece.subarray(0, count));
      if (head.length >= count) {
        yield Uint8Array.from([...head, ...piece.subarray(count)]);
        head = undefined;
      }
    }
  }
  if (head !== undefined && head.length > 0) yield Uint8Array.from(head);
}
