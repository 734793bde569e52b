import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { nativeEd25519 } from '#crypto/hazmat/ed25519.ts';

/** A new pool of small buffers, zeroed: a pool begins as memory of anything freed before. */
function freshPool(): Buffer {
  const before = Buffer.allocUnsafe(1).buffer;
  for (;;) {
    const { buffer } = Buffer.allocUnsafe(1024);
    if (buffer !== before) return Buffer.from(buffer).fill(0);
  }
}

test('signing leaves no copy of the seed in the memory that buffers share', () => {
  const seed = Buffer.from(new Uint8Array(randomBytes(32)).buffer);
  const pool = freshPool();
  nativeEd25519.sign(seed, Uint8Array.of(1, 2, 3));
  expect(Buffer.allocUnsafe(1).buffer).toBe(pool.buffer);
  expect(pool.includes(seed)).toBe(false);
  // What the test would see: a copy in the pool.
  Buffer.concat([seed]);
  expect(pool.includes(seed)).toBe(true);
});
