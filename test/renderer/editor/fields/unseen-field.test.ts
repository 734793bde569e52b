import { expect, test } from 'vitest';
import { endArrival, isUnseen, noteArrival } from '#renderer/editor/fields/unseen-field.ts';

test('a field is unseen for a second after the caret arrived by itself, or until somebody goes to it', () => {
  noteArrival('7', 10_000);
  expect(isUnseen('7', 10_000)).toBe(true);
  expect(isUnseen('7', 10_999)).toBe(true);
  expect(isUnseen('8', 10_001)).toBe(false);
  expect(isUnseen('7', 11_000)).toBe(false);
  noteArrival('7', 20_000);
  endArrival();
  expect(isUnseen('7', 20_001)).toBe(false);
});
