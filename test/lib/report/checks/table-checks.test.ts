import { describe, expect, test } from 'vitest';
import {
  checkDecimalMarks,
  checkTables,
  checkToday,
  checkTwoNumbers,
  hasSums,
} from '#report/checks/table-checks.ts';
import { decimalMarkOf } from '#report/review/measurements/decimal-mark.ts';
import {
  computedPlaces,
  isMeasurementTable,
  measurementCells,
} from '#report/review/measurements/measurement-table.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

const HEAD = ['Target lesion', 'Baseline, mm', 'Today, mm', 'Change, %'];

function table(...rows: readonly (readonly string[])[]) {
  return parsedState(
    element(
      'table',
      ...rows.map((row) =>
        element('tablerow', ...row.map((text) => element('tablecell', paragraph(...(text ? [text] : []))))),
      ),
    ),
  );
}

describe('checkToday', () => {
  test('counts rows with an earlier value and none of today, and leads to the first', () => {
    const state = table(
      ['Lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm'],
      ['1 Nodule', '20', '18', '15'],
      ['2 Node', '20', '12', ''],
      ['3 Liver', '9', '', '___'],
      ['4 New', '', '', ''],
    );
    expect(checkToday(state)).toEqual([
      {
        code: 'today_empty',
        severity: 'warn',
        params: { count: '2', label: '2 Node, 3 Liver' },
        target: { kind: 'cell', table: 0, row: 2, column: 3 },
      },
    ]);
  });

  test('reads each pair of columns that copying a prior made', () => {
    const head = ['Kidney', 'Prior, Length, mm', 'Length, mm', 'Prior, Width, mm', 'Width, mm'];
    const [finding] = checkToday(table(head, ['right', '110', '112', '45', '']));
    expect(finding).toMatchObject({ params: { count: '1', label: 'right' }, target: { column: 4 } });
  });

  test('leaves tables alone that are filled or compare nothing', () => {
    expect(checkToday(table(['Lesion', 'Prior, mm', 'Today, mm'], ['1', '18', '15']))).toEqual([]);
    expect(checkToday(table(['Lesion', 'Size, mm'], ['1', '']))).toEqual([]);
  });
});

describe('checkTwoNumbers', () => {
  const codes = (value: string) =>
    checkTwoNumbers(table(['Lesion', 'Prior, mm', 'Today, mm'], ['1', '18', value])).map(({ code }) => code);

  test.each(['12 14', '12 14 mm', '1.2 14', '12 14,5'])('asks about "%s"', (value) => {
    expect(codes(value)).toEqual(['cell_two_numbers']);
  });

  test.each(['12', '12 mm', '1 200', '12 × 14', '12–14', 'none'])('takes "%s" for one value', (value) => {
    expect(codes(value)).toEqual([]);
  });
});

describe('checkTables', () => {
  test('holds what is written against what is computed', () => {
    const lesion = ['1', '20', '10', '−50.0'];
    expect(checkTables(table(HEAD, lesion, ['Sum', '20', '10', '−50.0']))).toEqual([]);
    expect(checkTables(table(HEAD, lesion, ['Sum', '20 mm', '10', '-50 %']))).toEqual([]);
    expect(checkTables(table(HEAD, lesion, ['Sum', '20', '11', '−50.0']))).toMatchObject([
      {
        code: 'sum_wrong',
        severity: 'block',
        params: { text: '11', expected: '10' },
        target: { kind: 'cell', table: 0, row: 2, column: 2 },
      },
    ]);
  });

  test('a row of sums alone only warns', () => {
    const wrong = table(['Stone', 'Size, mm'], ['1', '4'], ['2', '5'], ['Sum', '8']);
    expect(checkTables(wrong).map(({ severity }) => severity)).toEqual(['warn']);
  });
});

describe('measurementCells', () => {
  test('has no sum of some of the lesions, and none of what is no length', () => {
    const rows = [HEAD, ['1', '20', '10', ''], ['2', '27', '', ''], ['Sum', '', '', '']];
    expect(measurementCells(rows).filter(({ row }) => row === 3)).toEqual([
      { row: 3, column: 1, text: '47' },
    ]);
    const words = [HEAD, ['1', '20', 'gone', ''], ['Sum', '', '', '']];
    expect(measurementCells(words).map(({ column }) => column)).toEqual([1]);
  });

  test('keeps to the unit of the column and to the mark of the report', () => {
    const rows = [
      ['Lesion', 'Baseline, cm', 'Today, cm', '%'],
      ['1', '1,2', '12 mm', ''],
      ['Sum', '', '', ''],
    ];
    expect(measurementCells(rows, ',')).toEqual([
      { row: 1, column: 3, text: '0,0' },
      { row: 2, column: 1, text: '1,2' },
      { row: 2, column: 2, text: '1,2' },
      { row: 2, column: 3, text: '0,0' },
    ]);
  });

  test('a table with joined cells or without one of the two keeps nothing', () => {
    expect(isMeasurementTable([HEAD, ['1', '2'], ['Sum', '1', '2', '3']])).toBe(false);
    expect(
      isMeasurementTable([
        ['Stenosis', 'Left, %'],
        ['ICA', '50'],
      ]),
    ).toBe(false);
    expect(computedPlaces([HEAD, ['1', '1', '1', ''], ['Sum', '', '', '']])).toHaveLength(4);
  });
});

describe('decimalMarkOf', () => {
  test.each([
    ['a nodule of 1,2 cm', ','],
    ['a nodule of 1.2 cm', '.'],
    ['on 12.05.2026, RECIST 1.1, PI-RADS 2.1', undefined],
    ['1,200 mL', undefined],
    ['12, 13 and 14', undefined],
  ])('%s', (text, mark) => expect(decimalMarkOf(text)).toBe(mark));

  test('a report with both is asked about', () => {
    const parts = { title: '', whole: '1.2 cm, then 1,4 cm', written: '', findings: null, impression: null };
    expect(checkDecimalMarks(parts)).toMatchObject([
      { code: 'decimal_mixed', params: { text: '1.2', other: '1,4' } },
    ]);
    expect(checkDecimalMarks({ ...parts, whole: '1.2 cm, RECIST 1.1' })).toEqual([]);
  });
});

describe('hasSums', () => {
  const HEADS = ['Target lesion', 'Prior, mm', 'Today, mm', 'Change, %'];

  test('claims nothing of a table without a value of today', () => {
    const of = (today: string) =>
      hasSums(table(HEADS, ['1', '16', today, ''], ['2', '20', '18', ''], ['Sum', '36', '', '']));
    expect(of('')).toBe(false);
    expect(of('14')).toBe(true);
  });

  test('one table left open takes the claim from all', () => {
    const open = table(HEADS, ['1', '16', '', ''], ['Sum', '16', '', '']);
    const whole = table(HEADS, ['1', '16', '8', '−50.0'], ['Sum', '16', '8', '−50.0']);
    const children = [...whole.root.children, ...open.root.children];
    expect(hasSums(whole)).toBe(true);
    expect(hasSums(open)).toBe(false);
    expect(hasSums({ root: { ...whole.root, children } })).toBe(false);
  });
});
