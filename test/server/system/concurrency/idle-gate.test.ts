import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleGate } from '#server/system/concurrency/idle-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns whether it has resolved, after all due timers have run. */
function watch(promise: Promise<void>): () => Promise<boolean> {
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isOver;
  };
}

test('where nothing arrives nobody waits', async () => {
  const lull = createIdleGate();
  expect(await watch(lull.whenIdle(60_000))()).toBe(true);
});

test('who waits goes on a moment after the last has arrived, not between two', async () => {
  const lull = createIdleGate();
  const [first, second] = [lull.markBusy(), lull.markBusy()];
  const isOver = watch(lull.whenIdle(60_000));
  first();
  first();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOver()).toBe(false);
  second();
  await vi.advanceTimersByTimeAsync(100);
  const third = lull.markBusy();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOver()).toBe(false);
  third();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOver()).toBe(true);
  expect(await watch(lull.whenIdle(60_000))()).toBe(true);
});

test('a sender that never stops leaves a turn after the patience of who waits, or at once when asked', async () => {
  const lull = createIdleGate();
  lull.markBusy();
  const patient = watch(lull.whenIdle(5_000));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await patient()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await patient()).toBe(true);
  const asked = watch(lull.whenIdle(5_000));
  expect(await asked()).toBe(false);
  lull.releaseAll();
  expect(await asked()).toBe(true);
});
