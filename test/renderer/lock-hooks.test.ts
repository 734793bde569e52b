import { describe, expect, test } from 'vitest';
import { beforeLock, onWipe, runBeforeLock, runWipe } from '#renderer/state/session/lock-hooks.ts';

describe('runBeforeLock', () => {
  test('waits for every hook, and one that fails keeps none from running', async () => {
    const done: string[] = [];
    const unregister = [
      beforeLock(() => {
        throw new Error('disk full');
      }),
      beforeLock(async ({ canSave }) => {
        await Promise.resolve();
        done.push(canSave ? 'saved' : 'held');
      }),
    ];
    await runBeforeLock({ reason: 'idle', canSave: true });
    await runBeforeLock({ reason: 'expired', canSave: false });
    expect(done).toEqual(['saved', 'held']);
    for (const off of unregister) off();
  });

  test('an unregistered hook stays silent', async () => {
    let calls = 0;
    beforeLock(() => {
      calls += 1;
    })();
    await runBeforeLock({ reason: 'asked', canSave: true });
    expect(calls).toBe(0);
  });
});

describe('runWipe', () => {
  test('empties every store that asked for it', () => {
    let content: string | undefined = 'Kastellan';
    const off = onWipe(() => {
      content = undefined;
    });
    runWipe();
    expect(content).toBeUndefined();
    off();
  });
});
