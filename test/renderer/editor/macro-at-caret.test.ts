import { expect, test } from 'vitest';
import { macroCalled } from '#renderer/editor/insert/macros/macro-at-caret.ts';
import type { Macro } from '#renderer/editor/insert/macros/macro-store.ts';

const macro = (abbreviation: string): Macro => ({ abbreviation, source: 'own', blocks: [] });
const BOOK = ['nl', 'nlchest', 'nlknee', 'fast'].map(macro);

test('a name typed whole wins over longer ones; a beginning counts when only one begins so', () => {
  const found = (typed: string) => macroCalled(typed, BOOK)?.abbreviation;
  expect(found('nl')).toBe('nl');
  expect(found('nlc')).toBe('nlchest');
  expect(found('fas')).toBe('fast');
  expect(found('n'), 'three begin so').toBeUndefined();
  expect(found('xy')).toBeUndefined();
});
