import { describe, expect, test } from 'vitest';
import {
  hasHeldText,
  heldSlots,
  heldText,
  holdText,
  readHeldText,
  takeHeldText,
} from '#renderer/state/unsaved/unsaved-text-stash.ts';

const ROE = '0197b2e4-8c11-7f3a-8000-000000000001';
const STAND = '0197b2e4-8c11-7f3a-8000-000000000002';

describe('holdText', () => {
  test('gives the value back once, to the same principal', async () => {
    await holdText(ROE, 'exam/1', { text: 'no new lesion' });
    expect(hasHeldText(ROE)).toBe(true);
    expect(await takeHeldText(ROE, 'exam/1')).toEqual({ text: 'no new lesion' });
    expect(await takeHeldText(ROE, 'exam/1')).toBeUndefined();
    expect(hasHeldText(ROE)).toBe(false);
  });

  test('another principal gets nothing and takes nothing away', async () => {
    await holdText(ROE, 'exam/2', 'text');
    expect(await takeHeldText(STAND, 'exam/2')).toBeUndefined();
    expect(await takeHeldText(ROE, 'exam/2')).toBe('text');
  });

  test('a later value replaces an earlier one', async () => {
    await holdText(ROE, 'exam/3', 'first');
    await holdText(ROE, 'exam/3', 'second');
    expect(await takeHeldText(ROE, 'exam/3')).toBe('second');
  });

  test('can be read while it stays held, and dropped only while it is the same', async () => {
    await holdText(ROE, 'exam/4', 'first');
    const first = heldText('exam/4');
    expect(await readHeldText(ROE, 'exam/4')).toBe('first');
    expect(heldSlots(ROE)).toEqual(['exam/4']);
    expect(heldSlots(STAND)).toEqual([]);
    await holdText(ROE, 'exam/4', 'second');
    first.drop();
    expect(await readHeldText(ROE, 'exam/4')).toBe('second');
    heldText('exam/4').drop();
    expect(await readHeldText(ROE, 'exam/4')).toBeUndefined();
  });
});
