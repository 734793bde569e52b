/** Tests conditions that block signing in any report, and fields by their content. */
import { describe, expect, test } from 'vitest';
import { appliedChecks, checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import {
  type FieldMeta,
  fieldAttributes,
  fieldFromAttributes,
  fieldMeta,
  parseFieldMeta,
} from '#report/state/field-meta.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

function heading(title: string, code: string): LexicalNodeJson {
  return { ...element('heading', title), tag: 'h2', $: { section_code: code } };
}

function field(meta: Partial<FieldMeta>, text = '___'): LexicalNodeJson {
  return { ...element('report-field', text), field: fieldMeta(meta) };
}

const SOUND = [
  heading('Findings', '59776-5'),
  paragraph('Normal.'),
  heading('Impression', '19005-8'),
  paragraph('Normal.'),
];

function blocks(state: QualityInput['state'], rest: Partial<QualityInput> = {}): string[] {
  return found(state, rest)
    .filter(({ severity }) => severity === 'block')
    .map(({ code }) => code);
}

const INPUT = {
  title: 'CT thorax',
  exam_date: '2026-03-02',
  biological_sex: null,
  has_patient: true,
  critical_untold: false,
  kept_blocks: 0,
  now: new Date('2026-03-02T12:00:00Z'),
};

function found(state: QualityInput['state'], rest: Partial<QualityInput> = {}) {
  return checkQuality({ ...INPUT, state, ...rest });
}

describe('checkQuality, what must be', () => {
  test('nothing stops a sound report of a patient', () => {
    expect(blocks(parsedState(...SOUND))).toEqual([]);
  });

  test('a report for nobody, one without text and an untold critical result are not signed', () => {
    expect(blocks(parsedState(), { has_patient: false })).toEqual(['patient_missing', 'report_empty']);
    expect(blocks(parsedState(heading('Findings', '59776-5'), paragraph('')))).toEqual(['report_empty']);
    expect(blocks(parsedState(paragraph(' \u00A0 …')))).toEqual(['report_empty']);
    expect(blocks(parsedState(...SOUND), { critical_untold: true })).toEqual(['critical_untold']);
  });

  test('a critical result that was told and not read back is said, and blocks nothing', () => {
    const codes = (rest: Partial<QualityInput>) => found(parsedState(...SOUND), rest).map(({ code }) => code);
    expect(codes({ critical_not_read_back: true })).toContain('critical_not_read_back');
    expect(blocks(parsedState(...SOUND), { critical_not_read_back: true })).toEqual([]);
    expect(codes({ critical_not_read_back: true, critical_untold: true })).not.toContain(
      'critical_not_read_back',
    );
  });

  test('a communicated critical result must be said in the report, and is no Impression by itself', () => {
    const critical_lines = [
      'Critical result: PE. Told Dr Stand.',
      'Kritischer Befund: PE. Mitgeteilt an Dr Stand.',
    ];
    const told = paragraph('Kritischer Befund: PE. Mitgeteilt an Dr Stand.');
    expect(blocks(parsedState(...SOUND), { critical_lines })).toEqual(['critical_not_in_text']);
    expect(blocks(parsedState(...SOUND, told), { critical_lines })).toEqual([]);
    const empty = [heading('Findings', '59776-5'), paragraph('Embolus.'), heading('Impression', '19005-8')];
    expect(blocks(parsedState(...empty, told), { critical_lines })).toEqual(['impression_empty']);
    expect(blocks(parsedState(told), { critical_lines })).toEqual(['report_empty']);
  });

  test('an addendum need not repeat what the signed text says', () => {
    const critical_lines = ['Critical result: PE. Told Dr Stand.'];
    const kept = [paragraph('PE.'), paragraph(critical_lines[0] ?? ''), heading('Addendum', '')];
    const addendum = parsedState(...kept, paragraph('Rib fracture.'));
    expect(blocks(addendum, { critical_lines, kept_blocks: 3 })).toEqual([]);
  });

  test('what a template shows in open fields alone is no text', () => {
    const state = parsedState(
      paragraph(field({ id: 'a', default_text: 'Perikard unauffällig' }, 'Perikard unauffällig')),
    );
    expect(blocks(state)).toEqual(['report_empty', 'defaults_untouched']);
  });

  test('an Impression with its heading and no words stops it, in whatever language the heading is', () => {
    const state = parsedState(
      paragraph('Text.'),
      heading('Beurteilung', '19005-8'),
      paragraph(field({ id: 'a' })),
    );
    expect(blocks(state)).toEqual(['impression_empty']);
  });

  test('an addendum is judged by its own words', () => {
    const kept = [heading('Impression', '19005-8'), paragraph(''), heading('Addendum', '')];
    expect(blocks(parsedState(...kept, paragraph('')), { kept_blocks: 3 })).toEqual(['report_empty']);
    expect(blocks(parsedState(...kept, paragraph('Rib fracture.')), { kept_blocks: 3 })).toEqual([]);
  });
});

describe('checkQuality, fields', () => {
  const withFields = (...fields: readonly LexicalNodeJson[]) => parsedState(...SOUND, paragraph(...fields));

  test.each([
    ['___ DISK-FULL words', 'field_unfilled'],
    ['___', 'field_unfilled'],
    ['   ', 'field_unfilled'],
    ['[]', 'field_unfilled'],
  ])('a demanded field marked as filled that says %j is open', (text, code) => {
    expect(blocks(withFields(field({ id: 'a', completion: 'prohibit', filled: true }, text)))).toEqual([
      code,
    ]);
  });

  test.each([
    ['left', []],
    ['right ', []],
    ['leftright', ['choice_unknown']],
    ['left side', ['choice_unknown']],
  ])('of a choice, %j finds %j', (text, codes) => {
    const choice = field({ id: 'a', kind: 'select', options: ['left', 'right'], filled: true }, text);
    expect(blocks(withFields(choice))).toEqual(codes);
  });

  test('of several choices each must be one of the list', () => {
    const several = (text: string) =>
      withFields(field({ id: 'a', kind: 'multi', options: ['upper, outer', 'lower'], filled: true }, text));
    expect(blocks(several('upper, outer, lower'))).toEqual([]);
    expect(blocks(several('lower, middle'))).toEqual(['choice_unknown']);
  });

  test('defaults nobody touched stop it, once for all of them and with their number', () => {
    const preset = { id: 'a', label: 'Heart', default_text: 'normal' };
    const state = withFields(
      field(preset, 'normal'),
      field({ ...preset, id: 'b', label: 'Aorta' }, 'normal'),
    );
    expect(found(state)).toContainEqual({
      code: 'defaults_untouched',
      severity: 'block',
      params: { count: '2', label: 'Heart' },
      target: { kind: 'field', ordinal: 0 },
    });
    expect(blocks(withFields(field({ ...preset, filled: true }, 'normal')))).toEqual([]);
  });

  test('what one act filled warns with its number until it is looked at; so do optional fields left open', () => {
    const normal = field({ id: 'a', label: 'Heart', filled: true, not_reviewed: true }, 'normal');
    expect(found(withFields(normal, field({ id: 'b', label: 'Note' })))).toEqual([
      expect.objectContaining({
        code: 'normals_not_reviewed',
        severity: 'warn',
        params: { count: '1', label: 'Heart' },
      }),
      expect.objectContaining({
        code: 'optional_open',
        severity: 'warn',
        params: { count: '1', label: 'Note' },
      }),
    ]);
  });
});

test('the mark of what was not looked at survives both written forms; without it a field is written as before', () => {
  const marked = fieldMeta({ id: 'a', filled: true, not_reviewed: true });
  expect(parseFieldMeta(JSON.parse(JSON.stringify(marked)))).toEqual(marked);
  const attributes = new Map(fieldAttributes(marked));
  expect(fieldFromAttributes((name) => attributes.get(name) ?? null)).toEqual(marked);
  const plain = fieldMeta({ ...marked, not_reviewed: undefined });
  expect(Object.keys(plain)).not.toContain('not_reviewed');
  expect(fieldAttributes(plain).map(([name]) => name)).not.toContain('data-field-not-reviewed');
});

const table = (...rows: string[][]) =>
  element(
    'table',
    ...rows.map((cells) =>
      element('tablerow', ...cells.map((text) => element('tablecell', paragraph(text)))),
    ),
  );

describe('words that are there for a field nobody filled', () => {
  const open = field({ id: 'b', label: 'Beurteilung', completion: 'prohibit' });
  const row = element(
    'tablerow',
    element('tablecell', paragraph('Beurteilung')),
    element('tablecell', element('paragraph', open)),
  );

  test.each([
    ['the name of a row', element('table', row)],
    ['the label of a line', element('paragraph', 'Beurteilung: ', open)],
  ])('are no Impression: %s', (_, block) => {
    const state = parsedState(...SOUND.slice(0, 3), block);
    expect(blocks(state)).toEqual(['field_unfilled', 'impression_empty']);
  });

  test('are no report', () => {
    expect(blocks(parsedState(element('table', row)))).toContain('report_empty');
  });
});

describe('what is said to be in order', () => {
  test('is no range where no field has one', () => {
    const applied = (meta: Partial<FieldMeta>) =>
      appliedChecks({
        ...INPUT,
        state: parsedState(element('paragraph', field({ kind: 'number', filled: true, ...meta }, '7'))),
      });
    expect(applied({}).has('numbers')).toBe(false);
    expect(applied({ max: 9 }).has('numbers')).toBe(true);
  });
});

describe('a size in a table', () => {
  const unitless = (...rows: string[][]) =>
    found(parsedState(...SOUND, table(...rows)))
      .filter(({ code }) => code === 'unit_missing')
      .map(({ target }) => target);

  test('has its unit in its cell or over its column', () => {
    expect(unitless(['Finding', 'Size, mm'], ['Nodule', '12'])).toEqual([]);
    expect(unitless(['Finding', 'Size'], ['Nodule', '12 mm'])).toEqual([]);
    expect(unitless(['Finding', 'Image'], ['Nodule', '12'])).toEqual([]);
  });

  test('without either is told, also where the table has no head', () => {
    const cell = (row: number) => [{ kind: 'cell', table: 0, row, column: 1 }];
    expect(unitless(['Finding', 'Size'], ['Nodule left', '12'])).toEqual(cell(1));
    expect(unitless(['Nodule left', '12'])).toEqual(cell(0));
  });
});
