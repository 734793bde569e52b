import { expect, test } from 'vitest';
import { tablesOf } from '#report/checks/table-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { copySectionAsPrior } from '#report/review/prior/copy-as-prior.ts';
import { element, paragraph } from '#test/lib/report/states.ts';

function table(rows: readonly (readonly string[])[]): LexicalNodeJson {
  const cell = (text: string) => ({ ...element('tablecell'), children: [paragraph(text)] });
  const row = (texts: readonly string[]) => ({ ...element('tablerow'), children: texts.map(cell) });
  return { ...element('table'), children: rows.map(row) };
}

const WORDS = { prior: 'Prior', noUnit: 'unit not stated', today: 'Today', before: 'before 10 Feb 2026' };

const textsOf = (rows: readonly (readonly string[])[], word = 'Prior') =>
  tablesOf(copySectionAsPrior([table(rows)], { ...WORDS, prior: word }).nodes)[0];

test.each([
  ['Prior, mm', 'Today, mm'],
  ['Vorbefund, mm', 'Heute, mm'],
])('what %j and %j said moves one column back, and today is empty', (prior, today) => {
  const rows = [
    ['Lesion', prior, today, 'Change, %'],
    ['1 Nodule', '18', '16', '−11.1'],
    ['2 Node', '20', '13', '−35.0'],
    ['Sum', '38', '29', '−23.7'],
  ];
  expect(textsOf(rows)).toEqual([
    ['Lesion', prior, today, 'Change, %'],
    ['1 Nodule', '16', '', ''],
    ['2 Node', '13', '', ''],
    ['Sum', '29', '', ''],
  ]);
});

test.each([
  ['Stenosis', ['50', '30'], 'Prior, Stenosis (unit not stated)'],
  ['Stenosis', ['50 %', '30 %'], 'Prior, Stenosis'],
  ['Stenosis', ['50 %', '30'], 'Prior, Stenosis (unit not stated)'],
  ['Stenosis, %', ['50', '30'], 'Prior, Stenosis, %'],
  ['Calcium (Agatston)', ['50', ''], 'Prior, Calcium (Agatston) (unit not stated)'],
  ['Volume (ml)', ['50', ''], 'Prior, Volume (ml)'],
])(
  'values headed %j, as %j, become values of the prior, and a missing unit is said',
  (head, values, prior) => {
    const [first = '', second = ''] = values;
    expect(
      textsOf([
        ['Vessel', head],
        ['LAD', first],
        ['RCA', second],
      ]),
    ).toEqual([
      ['Vessel', prior, head],
      ['LAD', first, ''],
      ['RCA', second, ''],
    ]);
  },
);

test.each(['PI-RADS', 'Grad', 'Score', 'HU', 'Dichte'])(
  'a column of %s beside one of today is emptied too, whatever its values are',
  (head) => {
    const value = head === 'Grad' ? 'III' : '4';
    expect(
      textsOf([
        ['Lesion', 'Today, mm', head, 'Image'],
        ['1 Nodule', '18', value, '45'],
      ]),
    ).toEqual([
      ['Lesion', 'Prior, mm', 'Today, mm', expect.stringMatching(`^Prior, ${head}`), head, 'Image'],
      ['1 Nodule', '18', '', value, '', '45'],
    ]);
  },
);

test('a table of words is copied as it is', () => {
  const rows = [
    ['Vessel', 'Stenosis'],
    ['LAD', 'moderate'],
  ];
  expect(textsOf(rows)).toEqual(rows);
});

test.each([
  [['Lesion', 'Today, mm'], 'Prior', ['Lesion', 'Prior, mm', 'Today, mm']],
  [['Läsion', 'Heute, mm'], 'Vorbefund', ['Läsion', 'Vorbefund, mm', 'Heute, mm']],
  [['Lesion', 'Size, cm'], 'Prior', ['Lesion', 'Prior, Size, cm', 'Size, cm']],
])('the values of a table headed %j get a prior column, and today is empty', (head, word, expected) => {
  expect(textsOf([head, ['1 Nodule', '18'], ['2 Node', '']], word)).toEqual([
    expected,
    ['1 Nodule', '18', ''],
    ['2 Node', '', ''],
  ]);
});

test('each measured column of a table without days gets its prior column', () => {
  expect(
    textsOf([
      ['Kidney', 'Length, mm', 'Echo', 'Width, mm'],
      ['right', '110', 'normal', '45'],
    ]),
  ).toEqual([
    ['Kidney', 'Prior, Length, mm', 'Length, mm', 'Echo', 'Prior, Width, mm', 'Width, mm'],
    ['right', '110', '', 'normal', '45', ''],
  ]);
});

test('a baseline stays, the last column moves, and the change is empty', () => {
  expect(
    textsOf([
      ['Lesion', 'Baseline, mm', 'Today, mm', 'Change, %'],
      ['1', '20', '18', '−10.0'],
    ]),
  ).toEqual([
    ['Lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'],
    ['1', '20', '18', '', ''],
  ]);
});

test('values without a place, because cells are merged, are counted', () => {
  const merged = table([['Lesion', 'Today, mm'], ['Liver'], ['1', '18'], ['2', '20']]);
  const { nodes, left_out } = copySectionAsPrior([merged], WORDS);
  expect(tablesOf(nodes)[0]).toEqual([['Lesion', 'Today, mm'], ['Liver'], ['1', ''], ['2', '']]);
  expect(left_out).toBe(2);
});

test('a lesion not measured that day keeps its newest known value, which says that it is older', () => {
  expect(
    textsOf([
      ['Lesion', 'Prior, mm', 'Today, mm', 'Change, %'],
      ['1 Nodule', '18', '16', '−11.1'],
      ['2 Node', '20', '', ''],
      ['Sum', '38', '', ''],
    ]),
  ).toEqual([
    ['Lesion', 'Prior, mm', 'Today, mm', 'Change, %'],
    ['1 Nodule', '16', '', ''],
    ['2 Node', '20 (before 10 Feb 2026)', '', ''],
    ['Sum', '', '', ''],
  ]);
});

test('an older value keeps the date it has when it is copied once more', () => {
  expect(
    textsOf([
      ['Lesion', 'Prior, mm', 'Today, mm'],
      ['2 Node', '20 (before 2 Jan 2025)', ''],
    ])?.[1],
  ).toEqual(['2 Node', '20 (before 2 Jan 2025)', '']);
});

test('what a first copy made is copied again column by column', () => {
  expect(
    textsOf([
      ['Kidney', 'Prior, Length, mm', 'Length, mm', 'Prior, Width, mm', 'Width, mm'],
      ['right', '110', '112', '45', '46'],
    ]),
  ).toEqual([
    ['Kidney', 'Prior, Length, mm', 'Length, mm', 'Prior, Width, mm', 'Width, mm'],
    ['right', '112', '', '46', ''],
  ]);
});

test.each([
  ['Size, mm', 'Prior, mm'],
  ['Prior, mm', 'Size, mm'],
])('of %j and %j the one without a day was of that day, in any order', (one, other) => {
  const copied = textsOf([
    ['Lesion', one, other],
    ['1', '18', '18'],
  ]);
  expect(copied?.[1]?.[copied[0]?.indexOf('Size, mm') ?? -1]).toBe('');
  expect(copied?.[1]?.[copied[0]?.indexOf('Prior, mm') ?? -1]).toBe('18');
});

test('changes of a table are emptied and counted, and a share that compares nothing is a value', () => {
  const rows = [
    ['Vessel', 'Diameter, mm', 'Stenosis, %', 'Change, mm'],
    ['LAD', '3', '50', '−1'],
  ];
  const { nodes, changes } = copySectionAsPrior([table(rows)], WORDS);
  expect(changes).toBe(1);
  expect(tablesOf(nodes)[0]).toEqual([
    ['Vessel', 'Diameter, mm', 'Prior, Stenosis, %', 'Stenosis, %', 'Change, mm'],
    ['LAD', '3', '50', '', ''],
  ]);
});

test('a value in a row with merged cells is the prior’s too', () => {
  const merged = table([
    ['Kidney', 'Length, mm', 'Note'],
    ['Cyst of 18 mm', 'left'],
    ['right', '110', ''],
  ]);
  expect(tablesOf(copySectionAsPrior([merged], WORDS).nodes)[0]).toEqual([
    ['Kidney', 'Length, mm', 'Note'],
    ['Cyst of ___ mm (Prior: 18 mm)', 'left'],
    ['right', '', ''],
  ]);
});
