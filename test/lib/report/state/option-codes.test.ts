/** Tests codes of a field's options in both written forms, and the chosen ones. */
import { describe, expect, test } from 'vitest';
import { chosenOptions } from '#report/state/chosen-options.ts';
import {
  codeOfOption,
  fieldAttributes,
  fieldFromAttributes,
  fieldMeta,
  parseFieldMeta,
} from '#report/state/field-meta.ts';

const SIDE = { id: 'side', kind: 'select', options: ['Left', 'Right', '1'] } as const;

const throughHtml = (meta: ReturnType<typeof fieldMeta>) => {
  const attributes = new Map(fieldAttributes(meta));
  return fieldFromAttributes((name) => attributes.get(name) ?? null);
};

describe('codes of options', () => {
  test('both written forms keep them', () => {
    const meta = fieldMeta({ ...SIDE, option_codes: { Right: 'RDE42.1', '1': 'http://snomed.info/sct|1' } });
    expect(throughHtml(meta)).toEqual(meta);
    expect(parseFieldMeta(JSON.parse(JSON.stringify(meta)))).toEqual(meta);
    expect(['Left', 'Right', '1', 'constructor'].map((option) => codeOfOption(meta, option))).toEqual([
      ...[undefined, 'RDE42.1', 'http://snomed.info/sct|1', undefined],
    ]);
  });

  test('a field without them is written as it was before there were any', () => {
    for (const meta of [fieldMeta(SIDE), fieldMeta({ ...SIDE, option_codes: {} }), parseFieldMeta(SIDE)]) {
      expect(Object.keys(meta)).toEqual([
        ...['id', 'label', 'kind', 'options', 'unit', 'min', 'max', 'completion', 'code', 'default_text'],
        'filled',
      ]);
      expect(JSON.stringify(fieldAttributes(meta))).not.toContain('option-codes');
    }
  });

  test.each(['x', '7', '[]', '["RID1"]', '{"Left":""}', '{"Left":7}', '{', 'null'])(
    'what is no table of codes is none: %s',
    (text) => {
      const get = (name: string) => (name === 'data-field-option-codes' ? text : null);
      expect(fieldFromAttributes(get)).not.toHaveProperty('option_codes');
    },
  );
});

describe('what was chosen of several', () => {
  test.each([
    ['Fat, Calcium', ['Fat', 'Calcium']],
    ['solid, spiculated, Fat', ['solid, spiculated', 'Fat']],
    ['solid', ['solid']],
    ['own words, Fat', ['own words', 'Fat']],
    ['Fatty, Fat', ['Fatty', 'Fat']],
    ['', []],
    [', ', []],
  ])('%s', (text, chosen) => {
    expect(chosenOptions(['Fat', 'Calcium', 'solid', 'solid, spiculated', ''], text)).toEqual(chosen);
  });
});
