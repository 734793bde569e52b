import { describe, expect, test } from 'vitest';
import {
  changePercent,
  lesionOf,
  pairLesions,
  priorFills,
} from '#report/review/measurements/pair-measurements.ts';

const PRIOR = [
  ['Target lesion', 'Baseline, mm', 'Today, mm', 'Change, %'],
  ['1 Nodule S6', '20', '12', '−40.0'],
  ['2 Node', '30', '2.7 cm', '−10.0'],
  ['3', '8', '', ''],
  ['Sum of diameters', '58', '', ''],
];

const own = (...rows: string[][]) => [
  ['Target lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'],
  ...rows,
  ['Sum of diameters', '', '', '', ''],
];

describe('lesions of two tables', () => {
  test('pair by number and name, whatever their order; lengths in millimetres', () => {
    const pairs = pairLesions(own(['Lesion 2 node', '', '', '30', ''], ['1', '', '', '15', '']), [PRIOR]);
    expect(pairs).toEqual([
      { label: 'Lesion 2 node', row: 1, prior_mm: 27, today_mm: 30 },
      { label: '1', row: 2, prior_mm: 12, today_mm: 15 },
    ]);
  });

  test('another name under the same number is another lesion; what was not measured pairs with nothing', () => {
    expect(pairLesions(own(['1 Liver', '', '', '15', ''], ['3', '', '', '9', '']), [PRIOR])).toEqual([]);
  });

  test('a label that fits two rows fits none', () => {
    expect(pairLesions(own(['1', '', '', '15', '']), [PRIOR, PRIOR])).toEqual([]);
    expect(pairLesions(own(['1', '', '', '15', ''], ['1', '', '', '16', '']), [PRIOR])).toEqual([]);
  });

  test('a table without lengths pairs with nothing', () => {
    const scores = [
      ['Region', 'Score'],
      ['1', '3'],
    ];
    expect(pairLesions(scores, [scores])).toEqual([]);
  });
});

test('only empty prior cells are filled, in the unit and with the mark of the report', () => {
  const table = own(['1', '', '', '15', ''], ['2', '', '26', '30', '']);
  const pairs = pairLesions(table, [PRIOR]);
  expect(priorFills(table, pairs, '.')).toEqual([{ row: 1, column: 2, text: '12' }]);
  const inCm = [
    ['Läsion', 'Vorwert, cm', 'Heute, cm', 'Änderung, %'],
    ['2', '', '3', ''],
  ];
  expect(priorFills(inCm, pairLesions(inCm, [PRIOR]), ',')).toEqual([{ row: 1, column: 1, text: '2,7' }]);
});

test('a label is a number, a name, or both', () => {
  expect(lesionOf('Lesion 2, node')).toEqual({ number: '2', name: 'node' });
  expect(lesionOf('1 ')).toEqual({ number: '1', name: '' });
  expect(lesionOf('Node S6')).toEqual({ number: '', name: 'Node S6' });
});

test('the change has one decimal at most', () => {
  expect([changePercent(12, 15), changePercent(15, 12), changePercent(9, 12), changePercent(0, 3)]).toEqual([
    25,
    -20,
    33.3,
    null,
  ]);
});
