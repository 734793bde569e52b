/** Counts the bytes of responses that lie in memory beside the buffers of their connection, which counts those itself. */
const held = new WeakMap<object, number>();

/** @returns a function to call once they are sent or dropped */
export function holdBytes(socket: object, bytes: number): () => void {
  held.set(socket, heldBytes(socket) + bytes);
  return () => void held.set(socket, heldBytes(socket) - bytes);
}

export function heldBytes(socket: object): number {
  return held.get(socket) ?? 0;
}
