import { expect, test } from 'vitest';
import { trimEndOf } from '#records/trim-end.ts';

test('removes characters of a kind from the end alone', () => {
  expect(trimEndOf(' a, b ,; ', /[\s,;]/)).toBe(' a, b');
  expect(trimEndOf(',,', /,/)).toBe('');
  expect(trimEndOf('', /,/)).toBe('');
});
