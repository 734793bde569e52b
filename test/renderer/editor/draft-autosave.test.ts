import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDraftAutosave,
  DRAFT_IDLE_MS,
  DRAFT_MAX_MS,
  DRAFT_RETRY_MS,
} from '#renderer/editor/editing-session/drafts/draft-autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A save that the test completes by hand. */
function slowSave() {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  return {
    waiting,
    save: () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
  };
}

describe('createDraftClock', () => {
  test('saves a second after the last edit', async () => {
    let saves = 0;
    const clock = createDraftAutosave(async () => {
      saves += 1;
    });
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS - 1);
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS - 1);
    expect(saves).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(saves).toBe(1);
    expect(clock.isDirty()).toBe(false);
  });

  test('saves at the latest five seconds after the first unsaved edit, however fast the typing', async () => {
    let saves = 0;
    const clock = createDraftAutosave(async () => {
      saves += 1;
    });
    for (let typed = 0; typed < DRAFT_MAX_MS; typed += 100) {
      clock.markDirty();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(saves).toBe(1);
  });

  test('an edit during a save is saved after it, never at the same time', async () => {
    const { waiting, save } = slowSave();
    const clock = createDraftAutosave(save);
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS);
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_MAX_MS);
    expect(waiting).toHaveLength(1);
    waiting[0]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting).toHaveLength(2);
  });

  test('a flush saves at once, waits for a running save, and tells of a failure', async () => {
    const { waiting, save } = slowSave();
    const clock = createDraftAutosave(save);
    clock.markDirty();
    const flushed = clock.flush();
    expect(waiting).toHaveLength(1);
    waiting[0]?.reject(new Error('disk full'));
    await expect(flushed).rejects.toThrow('disk full');
    expect(clock.isDirty()).toBe(true);
  });

  test('a flush does not wait for an idle moment, a planned save does', async () => {
    let saves = 0;
    const idle: (() => void)[] = [];
    const clock = createDraftAutosave(
      async () => {
        saves += 1;
      },
      (run) => idle.push(run),
    );
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS);
    expect(saves).toBe(0);
    await clock.flush();
    expect(saves).toBe(1);
    for (const run of idle) run();
    expect(saves).toBe(1);
  });

  test('settled edits are not saved any more', async () => {
    let saves = 0;
    const clock = createDraftAutosave(async () => {
      saves += 1;
    });
    clock.markDirty();
    clock.markClean();
    await vi.advanceTimersByTimeAsync(DRAFT_MAX_MS);
    await clock.flush();
    expect(saves).toBe(0);
  });

  test('a save that failed is tried again by itself, and not by every key', async () => {
    const { waiting, save } = slowSave();
    const clock = createDraftAutosave(save);
    clock.markDirty();
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS);
    waiting[0]?.reject(new Error('gone'));
    await vi.advanceTimersByTimeAsync(0);
    for (let typed = 0; typed < DRAFT_RETRY_MS - 100; typed += 100) {
      clock.markDirty();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(waiting).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(DRAFT_IDLE_MS);
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(clock.isDirty()).toBe(false);
  });
});
