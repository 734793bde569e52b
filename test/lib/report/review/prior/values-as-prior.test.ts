import { describe, expect, test } from 'vitest';
import { tablesOf } from '#report/checks/table-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { listFields } from '#report/review/field-list.ts';
import { copySectionAsPrior } from '#report/review/prior/copy-as-prior.ts';
import { type FieldMeta, fieldMeta } from '#report/state/field-meta.ts';
import { element, paragraph, textNode } from '#test/lib/report/states.ts';

const WORDS = { prior: 'Prior', noUnit: 'unit not stated', today: 'Today', before: 'before 10 Feb 2026' };

function field(text: string, meta: Partial<FieldMeta>): LexicalNodeJson {
  return {
    ...element('report-field', text),
    field: fieldMeta({ id: 'f', label: 'Field', filled: true, ...meta }),
  };
}

function copied(...nodes: readonly LexicalNodeJson[]) {
  const root = { ...element('root'), children: copySectionAsPrior(nodes, WORDS).nodes };
  return { text: textOfState({ root }), fields: listFields({ root }) };
}

describe('values in the text of a copied section', () => {
  test.each([
    ['Nodule of 18 mm in the left lung.', 'Nodule of ___ mm (Prior: 18 mm) in the left lung.'],
    ['Cyst, 18 x 12 mm.', 'Cyst, ___ mm (Prior: 18 x 12 mm).'],
    ['Cyst 1,2 cm x 0,8 cm.', 'Cyst ___ cm (Prior: 1,2 cm x 0,8 cm).'],
    ['Mass 21 × 14.', 'Mass ___ (Prior: 21 × 14).'],
    ['Stenosis of 50–69 %.', 'Stenosis of ___ % (Prior: 50–69 %).'],
    ['Cobb angle 20°, liver 55 HU.', 'Cobb angle ___° (Prior: 20°), liver ___ HU (Prior: 55 HU).'],
    ['SUVmax 8.2 in the node.', 'SUVmax ___ (Prior: 8.2) in the node.'],
    ['Liver HU 35, spleen: 40 HE.', 'Liver HU ___ (Prior: 35), spleen: ___ HE (Prior: 40 HE).'],
    ['Dichte von −5.', 'Dichte von ___ (Prior: −5).'],
    ['Category BI-RADS 4a.', 'Category BI-RADS ___ (Prior: 4a).'],
    ['PI-RADS: 3, LI-RADS LR-5.', 'PI-RADS: ___ (Prior: 3), LI-RADS ___ (Prior: LR-5).'],
    ['Bosniak IIF cyst.', 'Bosniak ___ (Prior: IIF) cyst.'],
    ['Bosniak 2F cyst.', 'Bosniak ___ (Prior: 2F) cyst.'],
    ['Bosniak Typ IIF.', 'Bosniak Typ ___ (Prior: IIF).'],
    ['Lung-RADS 4X.', 'Lung-RADS ___ (Prior: 4X).'],
    ['TI-RADS TR4.', 'TI-RADS ___ (Prior: TR4).'],
    ['Modic type 2.', 'Modic type ___ (Prior: 2).'],
    ['ACR 4, ACR C.', 'ACR ___ (Prior: 4), ACR ___ (Prior: C).'],
    ['Densité de type C.', 'Densité de type ___ (Prior: C).'],
    ['Arthrose Grad II bis III.', 'Arthrose Grad ___ (Prior: II bis III).'],
    ['Grade 1 to 2 reflux.', 'Grade ___ (Prior: 1 to 2) reflux.'],
    ['CAD-RADS 3/P2.', 'CAD-RADS ___ (Prior: 3/P2).'],
    ['Child B, Child-Pugh B7.', 'Child ___ (Prior: B), Child-Pugh ___ (Prior: B7).'],
    ['Gleason 3+4=7.', 'Gleason ___ (Prior: 3+4=7).'],
    ['ASPECTS 8, Fazekas Grad 2.', 'ASPECTS ___ (Prior: 8), Fazekas Grad ___ (Prior: 2).'],
    ['Arthrose Grad III, Child-Pugh B.', 'Arthrose Grad ___ (Prior: III), Child-Pugh ___ (Prior: B).'],
    ['T-score −2.5, score de 4.', 'T-score ___ (Prior: −2.5), score de ___ (Prior: 4).'],
    ['Agatston score: 120.', 'Agatston score: ___ (Prior: 120).'],
    ['Stiffness 7 kPa.', 'Stiffness ___ kPa (Prior: 7 kPa).'],
    ['Nodule of 21 mm (Prior: 18 mm).', 'Nodule of ___ mm (Prior: 21 mm).'],
    ['Nodule 21 mm, previously 18 mm.', 'Nodule ___ mm (Prior: 21 mm), previously 18 mm.'],
  ])('%j becomes %j', (text, expected) => {
    expect(copied(paragraph(text)).text).toBe(expected);
    expect(copied(paragraph(text)).fields.every(({ filled }) => !filled)).toBe(true);
  });

  test.each([
    'No node above 10 mm.',
    'Keine Lymphknoten über 10 mm.',
    'No nodule > 6 mm.',
    'Disc at L4/5, CT of 12.05.2026, image 45.',
    'Zuvor 18 mm.',
    'No focal lesion.',
    'Child 5 years old.',
    'He 3 times fell.',
    'Aspect V-shaped.',
    'High-grade 3 vessel disease.',
    'A score in the upper range, grade a bit higher.',
    'At level L4, the grades were read by 3 readers.',
  ])('%j stays', (text) => {
    expect(copied(paragraph(text))).toEqual({ text, fields: [] });
  });

  test('an item with another list below, a link and formatted text are changed alike', () => {
    const item = element('listitem', 'Cyst 18 mm', element('list', element('listitem', 'wall 2 mm')));
    const link = paragraph(element('link', textNode('node 9 mm', 1)));
    const { text } = copied(element('list', item), link);
    expect(text).toBe('Cyst ___ mm (Prior: 18 mm)\nwall ___ mm (Prior: 2 mm)\nnode ___ mm (Prior: 9 mm)');
  });

  test.each([
    ['Cyst of 12 mm, 4 mm.', ['Today: Cyst of', 'Today']],
    ['Cyst, 12 mm.', ['Today: Cyst']],
    ['(12 mm)', ['Today']],
  ])('the fields of %j are called %j, never by a mark alone', (text, labels) => {
    expect(copied(paragraph(text)).fields.map(({ label }) => label)).toEqual(labels);
  });

  test('the field made for today names what it measures, and warns while it is open', () => {
    expect(copied(paragraph('Nodule of 18 mm.')).fields).toMatchObject([
      { label: 'Today: Nodule of', kind: 'number', unit: 'mm', completion: 'alert', filled: false },
    ]);
  });
});

describe('fields of a copied section', () => {
  test.each<[string, LexicalNodeJson, string]>([
    [
      'a number',
      paragraph('Aorta ', field('42', { kind: 'number', unit: 'mm' }), ' mm wide.'),
      'Aorta ___ mm (Prior: 42 mm) wide.',
    ],
    [
      'a number whose unit only the field names',
      paragraph('Aorta: ', field('42', { kind: 'number', unit: 'mm' })),
      'Aorta: ___ (Prior: 42\u00A0mm)',
    ],
    [
      'a choice, at its default again',
      paragraph(
        'Stenosis: ',
        field('moderate', { kind: 'select', default_text: 'none', options: ['none', 'moderate'] }),
        '.',
      ),
      'Stenosis: none (Prior: moderate).',
    ],
    [
      'a choice confirmed at its default',
      paragraph('Stenosis: ', field('none', { kind: 'select', default_text: 'none' })),
      'Stenosis: none (Prior: none)',
    ],
    ['a date', paragraph('Seen ', field('2 Jan 2026', { kind: 'date' })), 'Seen ___ (Prior: 2 Jan 2026)'],
    [
      'a value before another field',
      paragraph(field('4', { kind: 'number' }), field('5', { kind: 'number' })),
      '___ (Prior: 4)___ (Prior: 5)',
    ],
    [
      'a text with a number',
      paragraph(field('Cyst of 18 mm', { kind: 'text' })),
      '___ (Prior: Cyst of 18 mm)',
    ],
  ])('%s is empty, and its value is the prior’s', (_, node, expected) => {
    const { text, fields } = copied(node);
    expect(text).toBe(expected);
    expect(fields.some(({ filled }) => filled)).toBe(false);
  });

  test('a field left empty that day keeps the older value, which says that it is older', () => {
    const empty = field('___', { kind: 'number', unit: 'mm', filled: false });
    expect(copied(paragraph('Aorta ', empty, ' mm (Prior: 40 mm).')).text).toBe(
      'Aorta ___ mm (Prior: 40 mm, before 10 Feb 2026).',
    );
  });

  test('a sentence without a number stays, and counts as not reviewed', () => {
    const { text, fields } = copied(paragraph(field('Liver homogeneous.', { kind: 'text' })));
    expect(text).toBe('Liver homogeneous.');
    expect(fields).toMatchObject([{ filled: true, not_reviewed: true }]);
  });

  test('choices in a table are the prior’s, and a number in its cell is a field again', () => {
    const cell = (...nodes: readonly (string | LexicalNodeJson)[]) =>
      element('tablecell', paragraph(...nodes));
    const table = element(
      'table',
      element('tablerow', cell('Lesion'), cell('Today, mm'), cell('Margin')),
      element(
        'tablerow',
        cell('1'),
        cell(field('18', { kind: 'number' })),
        cell(field('spiculated', { kind: 'select' })),
      ),
    );
    const { fields } = copied(table);
    expect(tablesOf(copySectionAsPrior([table], WORDS).nodes)[0]?.[1]).toEqual([
      '1',
      '18',
      '___',
      '___ (Prior: spiculated)',
    ]);
    expect(fields.map(({ filled }) => filled)).toEqual([false, false]);
  });
});
