/** Tests that a number field's range is checked in the field's unit, whatever unit was typed. */
import { expect, test } from 'vitest';
import { checkFields } from '#report/checks/field-checks.ts';
import { fieldMeta } from '#report/state/field-meta.ts';

function found(text: string, unit: string | null, min: number | null, max: number | null, label = 'Size') {
  const meta = fieldMeta({ id: 'n', label, kind: 'number', unit, min, max, filled: true });
  return checkFields([{ ...meta, text, ordinal: 0 }]).map(({ code }) => code);
}

test.each([
  ['3.6 cm', 'mm', 15, 90],
  ['9 cm', 'mm', 15, 90],
  ['36', 'mm', 15, 90],
  ['0,036 m', 'mm', 15, 90],
  ['36000 µm', 'mm', 15, 90],
  ['10,5 cm', 'mm', 50, 150],
  ['40 HE', 'HU', -100, 100],
  ['12 Grad', '°', 0, 90],
  ['40 cm³', 'ml', 0, 100],
  ['40 cm3', 'ml', 0, 100],
  ['0,04 l', 'ml', 0, 100],
  ['2 SUVmax', 'SUV', 0, 100],
  ['2 cm²', 'mm²', 100, 300],
] as const)('%j is in the range of a field in %s from %d to %d', (text, unit, min, max) => {
  expect(found(text, unit, min, max)).toEqual([]);
});

test.each([
  ['36 cm', 'mm', 15, 90],
  ['105 cm', 'mm', 50, 150],
  ['105 mm', 'cm', 5, 9],
  ['2 l', 'ml', 0, 100],
] as const)('%j is out of the range of a field in %s from %d to %d', (text, unit, min, max) => {
  expect(found(text, unit, min, max)).toEqual(['field_out_of_range']);
});

test.each([
  ['36 ml', 'mm', 15, 90],
  ['36 mn', 'mm', 15, 90],
  ['36 %', 'HU', null, null],
] as const)('%j has another unit than a field in %s', (text, unit, min, max) => {
  expect(found(text, unit, min, max)).toEqual(['field_unit_differs']);
});

test('a unit in the label counts, and the range is told with its unit', () => {
  expect(found('36 cm', null, 15, 90, 'Kidney, mm')).toEqual(['field_out_of_range']);
  const meta = fieldMeta({ label: 'Size', kind: 'number', unit: 'mm', min: 15, max: 90, filled: true });
  expect(checkFields([{ ...meta, text: '36 cm', ordinal: 0 }])[0]?.params).toEqual({
    label: 'Size',
    text: '36 cm',
    min: '15 mm',
    max: '90 mm',
  });
});
