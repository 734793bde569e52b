import './page-globals.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useRecentExams } from '#renderer/lists/recent-exams.ts';
import { runBeforeLock, runWipe } from '#renderer/state/session/lock-hooks.ts';
import { openOverlay, useOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate, useRoute } from '#renderer/state/shell/route-store.ts';
import { setSearch, useSearch } from '#renderer/state/shell/search-store.ts';
import { dismissToast, showToast, useToasts } from '#renderer/state/toast-store.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import { setHash } from './page-globals.ts';

describe('a wipe', () => {
  test('takes search words, dialogs and notices with it', () => {
    setSearch('kastellan');
    openOverlay({ kind: 'palette' });
    showToast({ icon: 'check', text: 'Kastellan, Ida was sealed' });
    runWipe();
    expect(useSearch.getState().text).toBe('');
    expect(useOverlay.getState().overlay).toBeUndefined();
    expect(useToasts.getState().toasts).toEqual([]);
  });
});

describe('showToast', () => {
  test('keeps the last three; each goes by its own id', () => {
    for (const text of ['one', 'two', 'three', 'four']) showToast({ icon: 'check', text });
    const { toasts } = useToasts.getState();
    expect(toasts.map((toast) => toast.text)).toEqual(['two', 'three', 'four']);
    dismissToast(toasts[1]?.id ?? 0);
    expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual(['two', 'four']);
    runWipe();
  });
});

describe('navigate', () => {
  test('follows the address bar, whoever changes it', () => {
    setHash('#/patients/7?tab=files');
    expect(useRoute.getState()).toEqual({ path: ['patients', '7'], query: { tab: 'files' } });
    navigate(['worklist'], { replace: true });
    expect(useRoute.getState().path).toEqual(['worklist']);
    expect(location.hash).toBe('#/worklist');
  });
});

describe('copyForAMinute', () => {
  let clipboard = '';
  beforeEach(() => {
    vi.useFakeTimers();
    const read = async () => clipboard;
    const write = async (text: string) => {
      clipboard = text;
    };
    Object.defineProperty(navigator, 'clipboard', {
      value: { readText: read, writeText: write },
      configurable: true,
    });
  });
  afterEach(() => vi.useRealTimers());

  test('the secret leaves the clipboard after a minute', async () => {
    await copyForAMinute('srv1.secret');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(clipboard).toBe('srv1.secret');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clipboard).toBe('');
  });

  test('and at a lock at once', async () => {
    await copyForAMinute('srv1.secret');
    await runBeforeLock({ reason: 'asked', canSave: true });
    expect(clipboard).toBe('');
  });

  test('what somebody else copied meanwhile stays', async () => {
    await copyForAMinute('srv1.secret');
    clipboard = 'a line of text';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clipboard).toBe('a line of text');
  });
});

describe('recent exams', () => {
  test('are those opened in this window, the last first, five at most, and gone after a wipe', () => {
    for (const id of ['1', '2', '3', '4', '5', '6', '2']) navigate(['exams', id], { replace: true });
    navigate(['patients', '9'], { replace: true });
    expect(useRecentExams.getState().ids).toEqual(['2', '6', '5', '4', '3']);
    runWipe();
    expect(useRecentExams.getState().ids).toEqual([]);
  });
});
