import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Argon2Input, fewAtOnce } from '#crypto/hazmat/argon2/argon2id.ts';

const INPUT: Argon2Input = {
  password: new Uint8Array(1),
  salt: new Uint8Array(16),
  params: { m: 32, t: 3, p: 4 },
  length: 32,
};

test('two derivations run at a time, the others in the order they came, and a failure frees its place', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const derive = fewAtOnce(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    if (ends.length === 1) throw new Error('the first');
    return new Uint8Array(32);
  });
  const all = Promise.allSettled(Array.from({ length: 6 }, () => derive(INPUT)));
  for (let done = 0; done < 6; done += 1) {
    while (ends.length <= done) await nextTurn();
    ends[done]?.();
  }
  await all;
  expect(most).toBe(2);
  expect(running).toBe(0);
});
