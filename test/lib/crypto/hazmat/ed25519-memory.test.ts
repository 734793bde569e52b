import { expect, test } from 'vitest';
import { nativeEd25519 } from '#crypto/hazmat/ed25519.ts';

test('signing leaves no copy of the seed in the memory that buffers share', () => {
  const seed = new Uint8Array(32).map((_, at) => (at * 7 + 3) % 251);
  nativeEd25519.sign(seed, Uint8Array.of(1, 2, 3));
  const pool = Buffer.from(Buffer.allocUnsafe(1).buffer);
  expect(pool.includes(Buffer.from(seed.buffer))).toBe(false);
});
