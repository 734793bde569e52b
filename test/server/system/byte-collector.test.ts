import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteCollector } from '#server/system/byte-collector.ts';

test('holds what was added, however it was cut, and nothing once wiped', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9000 }), { maxLength: 20 }), (pieces) => {
      const collector = createByteCollector();
      for (const piece of pieces) collector.add(piece);
      const whole = Buffer.concat(pieces);
      expect(collector.size()).toBe(whole.length);
      expect(collector.joined().equals(whole)).toBe(true);
      collector.wipe();
      expect(collector.joined().length).toBe(0);
      collector.add(Uint8Array.of(7));
      expect([...collector.joined()]).toEqual([7]);
    }),
  );
});

test('a million pieces of one byte are one megabyte', () => {
  const collector = createByteCollector();
  for (let at = 0; at < 1_000_000; at += 1) collector.add(Uint8Array.of(at & 0xff));
  const joined = collector.joined();
  expect(joined.length).toBe(1_000_000);
  expect(joined[65_537]).toBe(65_537 & 0xff);
  expect(() => collector.wipe()).not.toThrow();
});
