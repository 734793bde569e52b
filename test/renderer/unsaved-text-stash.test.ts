import { describe, expect, test } from 'vitest';
import {
  hasStashedText,
  peekStashedText,
  popStashedText,
  stashEntry,
  stashedSlots,
  stashText,
} from '#renderer/state/unsaved/unsaved-text-stash.ts';

const ROE = '0197b2e4-8c11-7f3a-8000-000000000001';
const STAND = '0197b2e4-8c11-7f3a-8000-000000000002';

describe('holdText', () => {
  test('gives the value back once, to the same principal', async () => {
    await stashText(ROE, 'exam/1', { text: 'no new lesion' });
    expect(hasStashedText(ROE)).toBe(true);
    expect(await popStashedText(ROE, 'exam/1')).toEqual({ text: 'no new lesion' });
    expect(await popStashedText(ROE, 'exam/1')).toBeUndefined();
    expect(hasStashedText(ROE)).toBe(false);
  });

  test('another principal gets nothing and takes nothing away', async () => {
    await stashText(ROE, 'exam/2', 'text');
    expect(await popStashedText(STAND, 'exam/2')).toBeUndefined();
    expect(await popStashedText(ROE, 'exam/2')).toBe('text');
  });

  test('a later value replaces an earlier one', async () => {
    await stashText(ROE, 'exam/3', 'first');
    await stashText(ROE, 'exam/3', 'second');
    expect(await popStashedText(ROE, 'exam/3')).toBe('second');
  });

  test('can be read while it stays held, and dropped only while it is the same', async () => {
    await stashText(ROE, 'exam/4', 'first');
    const first = stashEntry('exam/4');
    expect(await peekStashedText(ROE, 'exam/4')).toBe('first');
    expect(stashedSlots(ROE)).toEqual(['exam/4']);
    expect(stashedSlots(STAND)).toEqual([]);
    await stashText(ROE, 'exam/4', 'second');
    first.drop();
    expect(await peekStashedText(ROE, 'exam/4')).toBe('second');
    stashEntry('exam/4').drop();
    expect(await peekStashedText(ROE, 'exam/4')).toBeUndefined();
  });
});
