import { describe, expect, test } from 'vitest';
import { diffReports } from '#report/review/diff-report.ts';

const words = (before: string, after: string) => diffReports(before, after).blocks[0]?.words;

describe('marks in a difference', () => {
  test('words keep their bold and italic', () => {
    expect(
      words('<p>No <strong>acute</strong> finding.</p>', '<p>No <strong>acute</strong> change.</p>'),
    ).toEqual([
      { change: 'same', text: 'No ' },
      { change: 'same', text: 'acute', marks: 1 },
      { change: 'same', text: ' ' },
      { change: 'removed', text: 'finding' },
      { change: 'added', text: 'change' },
      { change: 'same', text: '.' },
    ]);
  });

  test('a change of marks alone is a change', () => {
    expect(words('<p>No effusion.</p>', '<p><em>No</em> effusion.</p>')).toEqual([
      { change: 'removed', text: 'No' },
      { change: 'added', text: 'No', marks: 2 },
      { change: 'same', text: ' effusion.' },
    ]);
  });

  test('the parts still spell both texts', () => {
    const parts =
      words('<p>a <strong>b <em>c</em></strong> d</p>', '<p><strong>a</strong> b <em>x c</em></p>') ?? [];
    const spelt = (change: string) =>
      parts
        .filter((part) => part.change === 'same' || part.change === change)
        .map(({ text }) => text)
        .join('');
    expect([spelt('removed'), spelt('added')]).toEqual(['a b c d', 'a b x c']);
  });
});
