import { describe, expect, test } from 'vitest';
import { checkFigureOwners } from '#report/checks/identity/figure-owners.ts';

const NODE = '00000000-0000-4000-8000-00000000000a';
const state = (node_id: string) => ({
  root: {
    type: 'root',
    children: [{ type: 'report-figure', picture: { node_id, frame: 1, window: null }, children: [] }],
  },
});
const picture = (whose: string | null, is_said = false) => [{ node_id: NODE, whose, is_said }];

describe('checkFigureOwners', () => {
  test('a picture that names somebody else blocks, and is told after somebody said it is theirs', () => {
    expect(checkFigureOwners(state(NODE), picture('Kell, Ada'))).toEqual([
      {
        code: 'picture_of_other',
        severity: 'block',
        params: { label: '1', text: 'Kell, Ada' },
        target: null,
      },
    ]);
    expect(checkFigureOwners(state(NODE), picture('Kell, Ada', true))).toMatchObject([
      { code: 'picture_of_other', severity: 'warn' },
    ]);
  });

  test('a picture of the patient is told no more; one of no file here is', () => {
    expect(checkFigureOwners(state(NODE), picture(null))).toEqual([]);
    expect(checkFigureOwners(state(NODE), [])).toMatchObject([
      { code: 'picture_not_here', severity: 'warn' },
    ]);
  });

  test('a file that names nobody is asked about once its report is another patient’s', () => {
    expect(
      checkFigureOwners(
        state(NODE),
        picture(null).map((known) => ({ ...known, is_unnamed: true })),
      ),
    ).toMatchObject([{ code: 'picture_unnamed', severity: 'block', params: { label: '1' } }]);
  });

  test('nothing is signed before the pictures were read; a report without figures waits for none', () => {
    expect(checkFigureOwners(state(NODE), undefined)).toMatchObject([
      { code: 'picture_unread', severity: 'block' },
    ]);
    expect(checkFigureOwners({ root: { type: 'root', children: [] } }, undefined)).toEqual([]);
  });
});
