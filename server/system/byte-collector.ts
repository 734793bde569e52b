/**
 * Collects bytes that arrive in pieces. The sender decides how small those are, so they are copied into blocks: a
 * million pieces of one byte cost a megabyte, not a million buffers.
 */
const FIRST_BLOCK_BYTES = 4 * 1024;
const BLOCK_BYTES = 64 * 1024;

export interface ByteCollector {
  readonly size: () => number;
  readonly add: (piece: Uint8Array) => void;
  /** Returns a copy of all bytes so far, which the caller owns. */
  readonly joined: () => Buffer;
  /** Overwrites and forgets all bytes. */
  readonly wipe: () => void;
}

export function createByteCollector(): ByteCollector {
  const blocks: Buffer[] = [];
  let size = 0;
  /** Bytes left in the last block. */
  let room = 0;

  return {
    size: () => size,
    add(piece) {
      for (let at = 0; at < piece.length; ) {
        // Memory of its own, because a pool would share it with others.
        if (room === 0) blocks.push(Buffer.allocUnsafeSlow(size === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES));
        const block = blocks.at(-1);
        if (block === undefined) return;
        if (room === 0) room = block.length;
        const part = piece.subarray(at, at + room);
        block.set(part, block.length - room);
        room -= part.length;
        at += part.length;
        size += part.length;
      }
    },
    joined: () => Buffer.concat(blocks, size),
    wipe() {
      for (const block of blocks) block.fill(0);
      blocks.length = 0;
      size = 0;
      room = 0;
    },
  };
}
