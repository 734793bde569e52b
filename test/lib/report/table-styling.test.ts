import { describe, expect, test } from 'vitest';
import { styleColumns } from '#report/table-styling.ts';

const numeric = (title: string, ...values: string[]) =>
  styleColumns(
    ['Lesion', title],
    values.map((value, at) => [`${at + 1}`, value]),
  )[1]?.isNumeric;

describe('columns of numbers', () => {
  test('stand right before the first is typed and while one is, where the head names a unit', () => {
    expect(numeric('Today, mm')).toBe(true);
    expect(numeric('Today, mm', '', '___')).toBe(true);
    expect(numeric('Change, %', '−')).toBe(true);
    expect(numeric('Today, mm', '< 5', '12')).toBe(true);
    expect(numeric('Today, mm', 'gone')).toBe(false);
  });

  test('are told by their values under any other head', () => {
    expect(numeric('Today')).toBe(false);
    expect(numeric('Today', '12')).toBe(true);
    expect(numeric('Comment', 'x')).toBe(false);
  });
});
