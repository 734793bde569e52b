/** Sandbox replacement whose decoder allocates memory and never yields, as a hostile file can cause. */
import '#server/imaging/processing/sandbox/sandbox-main.ts';

const PIECE_BYTES = 32 * 1024 * 1024;
const kept: Buffer[] = [];
// Delayed, because the watchdog needs a moment to start.
setTimeout(() => {
  for (;;) kept.push(Buffer.alloc(PIECE_BYTES, 1));
}, 500);
