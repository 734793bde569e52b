import { describe, expect, test } from 'vitest';
import { checkCopied } from '#report/checks/copied-text-checks.ts';

const parts = (whole: string) => ({ title: '', whole, written: whole, findings: null, impression: null });

describe('checkCopied', () => {
  const copied = ['Nodule in the left upper lobe.', 'No effusion.'];

  test('counts the lines that stand as they were copied, and goes to the first', () => {
    const text = 'Findings\nNodule in the left upper lobe.\nNo effusion.';
    expect(checkCopied(parts(text), copied)).toEqual([
      {
        code: 'copied_not_looked',
        severity: 'block',
        params: { count: '2', label: 'Nodule in the left upper lobe.' },
        target: { kind: 'words', text: 'Nodule in the left upper lobe.', nth: 0, within: null },
      },
    ]);
  });

  test('a cell of a table counts as a line', () => {
    const text = 'Findings\nLiver\n\tNo effusion.\nSpleen';
    expect(checkCopied(parts(text), copied)).toMatchObject([
      { params: { count: '1', label: 'No effusion.' } },
    ]);
  });

  test('a line that was changed, or is gone, is a person’s own', () => {
    const text = 'Findings\nNodule in the left upper lobe, smaller.';
    expect(checkCopied(parts(text), copied)).toEqual([]);
    expect(checkCopied(parts(text), [])).toEqual([]);
  });
});
