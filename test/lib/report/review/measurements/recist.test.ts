import { describe, expect, test } from 'vitest';
import { canonicalBlocks } from '#report/pure/canonical-html.ts';
import { lengthsOfColumn, parseLength, summariseTargets } from '#report/review/measurements/recist.ts';

describe('parseLength', () => {
  test.each([
    ['12', 12],
    ['1,2 cm', 12],
    ['3.5 mm', 3.5],
    ['0.6cm', 6],
  ])('%j is %d mm', (text, mm) => {
    expect(parseLength(text)).toBe(mm);
  });

  test.each(['', '-', '12 x 14 mm', 'ca. 12', '12 kg'])('%j is no length', (text) => {
    expect(parseLength(text)).toBeNull();
  });
});

describe('lengthsOfColumn', () => {
  test('reads a column in the unit of its head', () => {
    const [table] = canonicalBlocks(
      '<table><tr><th>Lesion</th><th>Size (cm)</th></tr><tr><td>A</td><td>1,2</td></tr><tr><td>B</td><td>8 mm</td></tr><tr><td>C</td><td></td></tr></table>',
    );
    expect(table?.kind === 'table' ? lengthsOfColumn(table, 1) : []).toEqual([12, 8]);
  });
});

describe('summariseTargets', () => {
  test.each([
    [[0, 0], 50, 40, 'CR', -100],
    [[35], 50, 35, 'PR', -30],
    [[36], 50, 36, 'SD', -28],
    [[60], 100, 50, 'PD', -40],
    [[12], 20, 10, 'PR', -40],
  ] as const)(
    '%j against baseline %d and nadir %d is %s',
    (lengths, baseline_mm, nadir_mm, response, change) => {
      expect(summariseTargets(lengths, { baseline_mm, nadir_mm })).toMatchObject({
        response,
        change_from_baseline_percent: change,
      });
    },
  );

  test('without a baseline there is a sum and nothing to compare', () => {
    expect(summariseTargets([10.1, 20.2])).toEqual({
      sum_mm: 30.3,
      change_from_baseline_percent: null,
      change_from_nadir_percent: null,
      response: null,
    });
  });
});
