/**
 * Tests the scheduling of memory scrubbing; `test/server/plaintext-after-lock.process.test.ts` searches the memory.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryScrubber } from '#server/system/memory-scrubber.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createForgetting', () => {
  test('several requests are one', () => {
    const forgetting = createMemoryScrubber(() => undefined);
    forgetting.schedule();
    forgetting.schedule();
    expect(vi.getTimerCount()).toBe(1);
    forgetting.close();
  });

  test('what was asked for goes with the close', () => {
    const forgetting = createMemoryScrubber(() => undefined);
    forgetting.schedule();
    forgetting.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('nothing is asked of the process by sessions that lock because the vault closes', () => {
    const forgetting = createMemoryScrubber(() => undefined);
    forgetting.close();
    forgetting.schedule();
    expect(vi.getTimerCount()).toBe(0);
  });
});
