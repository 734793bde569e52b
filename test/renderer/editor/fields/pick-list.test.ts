// @vitest-environment jsdom

import { expect, test } from 'vitest';
import { shownChoices } from '#renderer/editor/fields/pick-list-store.ts';
import { fieldMeta } from '#report/state/field-meta.ts';

test('choices are found with case and diacritics aside, as everything that is searched', () => {
  const meta = fieldMeta({ kind: 'select', options: ['Œsophagus', 'Précordial', 'Liver'] });
  expect(shownChoices({ meta, query: 'precord' })).toEqual(['Précordial']);
  expect(shownChoices({ meta, query: 'oe' })).toEqual(['Œsophagus']);
  expect(shownChoices({ meta, query: 'LIV' })).toEqual(['Liver']);
  expect(shownChoices({ meta, query: '' })).toHaveLength(3);
});
