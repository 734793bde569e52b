/** An element set in the published form (cde.schema.json of ACR and RSNA), with invented texts. */
import { describe, expect, test } from 'vitest';
import { parseElementSet } from '#report/cde/parse-element-set.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { listFields } from '#report/review/field-list.ts';

const status = { name: 'Published', date: '2026-01-02' };
const SIDES = {
  min_cardinality: 1,
  max_cardinality: 1,
  values: [
    { code: 'RDE9002.0', value: 'R', name: 'Right' },
    { code: 'RDE9002.1', value: 'L', name: 'Left' },
  ],
};
const SET = {
  id: 'RDES9001',
  name: 'Nodule of the lung',
  description: 'For tests.',
  set_version: { number: 2, date: '2026-01-02' },
  schema_version: '1.0.0',
  status,
  index_codes: [],
  elements: [
    {
      id: 'RDE9001',
      parent_set: 'RDES9001',
      name: 'Longest diameter',
      status,
      index_codes: [{ system: 'RADLEX', code: 'RID13432', display: 'diameter' }],
      float_value: { min: 0, max: 99.5, step: 0.1, unit: 'mm' },
    },
    {
      id: 'RDE9002',
      name: 'Side',
      status,
      value_set: SIDES,
    },
    {
      id: 'RDE9003',
      name: 'Features',
      status,
      value_set: {
        min_cardinality: 0,
        max_cardinality: 3,
        values: [{ name: 'Fat' }, { name: 'Calcium', code: 'RDE9003.1' }],
      },
    },
    { id: 'RDE9004', name: 'Cavity', status, boolean_value: 'boolean' },
    { id: 'RDE9002', name: 'Side', status, value_set: SIDES },
    { id: 'RDE9005', name: 'Remark', status },
  ],
};

describe('parseElementSet', () => {
  test('each element is one field with its id as code, kinds and limits as the set has them', () => {
    const template = parseElementSet(JSON.stringify(SET));
    expect(template.title).toBe('Nodule of the lung');
    expect(template.custom_attributes).toEqual({ cde: { id: 'RDES9001', version: '2 2026-01-02' } });
    const fields = listFields(parseLexicalState(template.report_lexical));
    expect(
      fields.map(({ code, label, kind, options, filled }) => [code, label, kind, options, filled]),
    ).toEqual([
      ['RDE9001', 'Longest diameter', 'number', [], false],
      ['RDE9002', 'Side', 'select', ['Right', 'Left'], false],
      ['RDE9003', 'Features', 'multi', ['Fat', 'Calcium'], false],
      ['RDE9004', 'Cavity', 'select', ['yes', 'no'], false],
      ['RDE9005', 'Remark', 'text', [], false],
    ]);
    expect(fields.map(({ option_codes }) => option_codes)).toEqual([
      undefined,
      { Right: 'RDE9002.0', Left: 'RDE9002.1' },
      { Calcium: 'RDE9003.1' },
      ...[undefined, undefined],
    ]);
    expect(fields[0]).toMatchObject({ unit: 'mm', min: 0, max: 99.5 });
    expect(template.report_html).toContain('data-field-code="RDE9001"');
    expect(template.report_html).toContain('<h2>Nodule of the lung</h2>');
  });

  test('of two values of one name none has a code', () => {
    const values = [
      { name: 'Other', code: 'RDE9002.7' },
      { name: 'Other', code: 'RDE9002.8' },
      { name: 'Left', code: 'RDE9002.1' },
    ];
    const element = { id: 'RDE9002', name: 'Side', value_set: { values } };
    const { report_lexical } = parseElementSet(JSON.stringify({ ...SET, elements: [element] }));
    const [side] = listFields(parseLexicalState(report_lexical));
    expect([side?.options, side?.option_codes]).toEqual([['Other', 'Left'], { Left: 'RDE9002.1' }]);
  });

  test('in the envelope of the interface of radelement.org it reads the same', () => {
    expect(parseElementSet(JSON.stringify({ data: SET }))).toEqual(parseElementSet(JSON.stringify(SET)));
  });

  test.each([
    '',
    '<html>',
    '[]',
    '{}',
    JSON.stringify({ ...SET, id: 'X1' }),
    JSON.stringify({ ...SET, elements: [] }),
  ])('what is no such set is refused: %s', (text) => {
    expect(() => parseElementSet(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
