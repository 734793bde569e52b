import { expect, test } from 'vitest';
import { createKeyedQueue } from '#server/system/queue-per-key.ts';

test('of one key one piece runs at a time, of others beside it, and failures hold nobody up', async () => {
  const inLine = createKeyedQueue(16);
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [
    inLine('a', async () => {
      log.push('a1');
      await first.promise;
      throw new Error('a1');
    }),
    inLine('a', async () => void log.push('a2')),
    inLine('b', async () => void log.push('b1')),
  ];
  await all[2];
  expect(log).toEqual(['a1', 'b1']);
  first.resolve();
  await expect(all[0]).rejects.toThrow('a1');
  await all[1];
  expect(log).toEqual(['a1', 'b1', 'a2']);
});

test('as many of one key run at a time as it says, the rest in the order they came', async () => {
  const inLine = createKeyedQueue(16, 2);
  const log: string[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, at) =>
    inLine('a', async () => {
      log.push(`begins ${at}`);
      await promise;
    }),
  );
  expect(log).toEqual(['begins 0', 'begins 1']);
  ends[1]?.resolve();
  await all[1];
  expect(log).toEqual(['begins 0', 'begins 1', 'begins 2']);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  expect(log.at(-1)).toBe('begins 3');
});

test('behind too many it is refused with the seconds to wait', async () => {
  const inLine = createKeyedQueue(1);
  const gate = Promise.withResolvers<void>();
  const running = [inLine('a', () => gate.promise), inLine('a', () => gate.promise)];
  await expect(inLine('a', async () => undefined)).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'retry-after': '2' },
  });
  gate.resolve();
  await Promise.all(running);
  await expect(inLine('a', async () => 'again')).resolves.toBe('again');
});
