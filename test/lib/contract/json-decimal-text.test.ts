/** Decimal numbers that keep their text: computed as numbers, written as they were read. */
import { describe, expect, test } from 'vitest';
import { keepText, parseKeepingDecimals } from '#contract/json-decimal-text.ts';

describe('parseKeepingDecimals', () => {
  test.each([
    '{"a":{"value":7.0,"unit":"%"}}',
    '{"value":0.70,"low":1E+2,"n":[{"value":12345678901234567890}]}',
    '{"value":-0.0,"text":"7.0","none":null,"list":[1,2]}',
  ])('%s is written again as it stood', (text) => {
    expect(JSON.stringify(parseKeepingDecimals(text))).toBe(text);
  });

  test('whoever computes finds numbers, and nobody a further field', () => {
    const read = parseKeepingDecimals<{ value: number }>('{"value":7.0}');
    expect(read.value + 1).toBe(8);
    expect(Object.keys(read)).toEqual(['value']);
  });
});

test('keepText: several fields of one object', () => {
  const range = { low: 1, high: 2 };
  keepText(range, 'low', '1.0');
  keepText(range, 'high', '2.00');
  expect(JSON.stringify({ range })).toBe('{"range":{"low":1.0,"high":2.00}}');
});
