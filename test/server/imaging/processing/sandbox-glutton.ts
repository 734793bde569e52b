/** A sandbox whose decoder takes memory and never yields, as a hostile file can make one do. */
import '#server/imaging/processing/sandbox/sandbox-main.ts';

const PIECE_BYTES = 32 * 1024 * 1024;
const kept: Buffer[] = [];
// The watch beside it needs a moment to start.
setTimeout(() => {
  for (;;) kept.push(Buffer.alloc(PIECE_BYTES, 1));
}, 500);
