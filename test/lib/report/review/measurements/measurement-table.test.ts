import { describe, expect, test } from 'vitest';
import { measurementCells } from '#report/review/measurements/measurement-table.ts';

const HEAD = ['Target lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'];

describe('measurementCells', () => {
  test('computes the change of each lesion and the sums of every column', () => {
    const cells = measurementCells([
      HEAD,
      ['1 Nodule', '18', '14', '11', ''],
      ['2 Node', '16', '13', '10', ''],
      ['3 Nodule', '13', '12', '10', ''],
      ['Sum of diameters', '', '', '', ''],
    ]);
    expect(cells).toEqual([
      { row: 1, column: 4, text: '−38.9' },
      { row: 2, column: 4, text: '−37.5' },
      { row: 3, column: 4, text: '−23.1' },
      { row: 4, column: 1, text: '47' },
      { row: 4, column: 2, text: '39' },
      { row: 4, column: 3, text: '31' },
      { row: 4, column: 4, text: '−34.0' },
    ]);
  });

  test('leaves out what is not measured, and growth has no sign', () => {
    const cells = measurementCells([
      HEAD,
      ['1', '10', '', '12', ''],
      ['2', '', '', '5', ''],
      ['Sum', '', '', '', ''],
    ]);
    expect(cells).toContainEqual({ row: 1, column: 4, text: '20.0' });
    expect(cells.filter(({ row }) => row === 2)).toEqual([]);
    expect(cells).toContainEqual({ row: 3, column: 3, text: '17' });
  });

  test('the change is from the column its head names', () => {
    const row = ['1', '10', '20', '30', ''];
    const change = (head: string) =>
      measurementCells([['Lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', head], row])[0]?.text;
    expect(change('Change from baseline, %')).toBe('200.0');
    expect(change('Change from prior, %')).toBe('50.0');
    expect(change('Änderung zum Vorbefund, %')).toBe('50.0');
  });

  test('a table without numbers has nothing to compute', () => {
    expect(measurementCells([['Only']])).toEqual([]);
  });
});
