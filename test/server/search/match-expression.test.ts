import { expect, test } from 'vitest';
import { SEARCH_WORDS_MAX } from '#contract/limits.ts';
import { matchExpression } from '#server/search/index-entry.ts';

test('a word that begins another is not looked for by itself', () => {
  expect(matchExpression('a abd ab abdomen abdomen x')).toBe('"abdomen"* AND "x"*');
  expect(matchExpression('Müller müll')).toBe('"muller"*');
});

test('as many different words as the limit are looked for, and one more is refused', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 100}`).join(' ');
  expect(matchExpression(words(SEARCH_WORDS_MAX))?.split(' AND ')).toHaveLength(SEARCH_WORDS_MAX);
  expect(() => matchExpression(words(SEARCH_WORDS_MAX + 1))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('nothing but marks is no search', () => {
  expect(matchExpression(' - \u0000 / ')).toBe(null);
});
