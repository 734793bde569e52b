/** Exports report tables as Observations: each value under its own name, and no number the text does not state. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toObservations } from '#fhir/export/results/observations.ts';
import { modelTables } from '#lanes/records/models/table-model.ts';
import { runs } from '#test/support/depth.ts';

const observed = (html: string) =>
  toObservations({ id: 'e', html, status: 'final', subject: undefined, effectiveDateTime: undefined });
const shown = (html: string) =>
  observed(html).map(({ code, valueQuantity, valueString }) => [
    code.text,
    valueQuantity === undefined ? valueString : valueQuantity,
  ]);
const cell = (text: string) => {
  const html = `<table><tbody><tr><th>Measure</th><th>Value</th></tr><tr><td>A</td><td>${text}</td></tr></tbody></table>`;
  const [only] = observed(html);
  return only?.valueString ?? JSON.stringify(only?.valueQuantity);
};

describe('numbers in a table', () => {
  test.each([
    ['1,250 ml', '1,250 ml'],
    ['2,104', '2,104'],
    ['1.250 ml', '1.250 ml'],
    ['-1,250 HU', '-1,250 HU'],
    ["1'250 ml", "1'250 ml"],
    ['1 250 ml', '1 250 ml'],
    ['7.0 %', '{"value":7.0,"unit":"%"}'],
    ['0,70', '{"value":0.70}'],
    ['-0.00', '{"value":-0.00}'],
    ['123456789012345678', '{"value":123456789012345678}'],
    ['12345678901234567890', '12345678901234567890'],
    ['007', '007'],
    ['3/4', '3/4'],
    ['0,85', '{"value":0.85}'],
    ['0.125 g', '{"value":0.125,"unit":"g"}'],
    ['−38.9 %', '{"value":-38.9,"unit":"%"}'],
    ['1250 ml', '{"value":1250,"unit":"ml"}'],
    ['1,250.5 ml', '{"value":1250.5,"unit":"ml"}'],
    ['1.250,5 ml', '{"value":1250.5,"unit":"ml"}'],
    ['1,250,000', '{"value":1250000}'],
    ['10²', '10²'],
    ['4a', '4a'],
    ['2D', '2D'],
    ['12 mm²', '{"value":12,"unit":"mm²"}'],
    ['6F', '{"value":6,"unit":"F"}'],
    ['1\u202f250 ml', '1 250 ml'],
    ['120/80', '120/80'],
    ['3-4', '3-4'],
    ['5e3', '5e3'],
    ['12.3456', '{"value":12.3456}'],
  ])('%s leaves as %s', (text, expected) => {
    expect(cell(text)).toBe(expected);
  });
});

describe('merged cells and heads', () => {
  test('a cell merged downwards names every row it covers', () => {
    const html =
      '<table><tbody><tr><th>Level</th><th>Side</th><th>Diameter</th></tr><tr><td rowspan="2">L4/5</td><td>right</td>' +
      '<td>4 mm</td></tr><tr><td>left</td><td>9 mm</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['L4/5 right: Diameter', { value: 4, unit: 'mm' }],
      ['L4/5 left: Diameter', { value: 9, unit: 'mm' }],
    ]);
  });

  test('a head of two rows names its columns by both', () => {
    const html =
      '<table><tbody><tr><th rowspan="2">Kidney</th><th colspan="2">Size</th></tr><tr><th>length</th><th>width</th></tr>' +
      '<tr><td>right</td><td>110 mm</td><td>50 mm</td></tr><tr><td>left</td><td>72 mm</td><td>38 mm</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['right: Size length', { value: 110, unit: 'mm' }],
      ['right: Size width', { value: 50, unit: 'mm' }],
      ['left: Size length', { value: 72, unit: 'mm' }],
      ['left: Size width', { value: 38, unit: 'mm' }],
    ]);
  });

  test('an empty corner belongs to the head', () => {
    const html =
      '<table><tbody><tr><td></td><th>2024</th><th>2025</th></tr><tr><th>Lesion 1</th><td>10 mm</td><td>12 mm</td></tr>' +
      '<tr><th>Lesion 2</th><td colspan="2">stable</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['Lesion 1: 2024', { value: 10, unit: 'mm' }],
      ['Lesion 1: 2025', { value: 12, unit: 'mm' }],
      ['Lesion 2: 2024, 2025', 'stable'],
    ]);
  });

  test('a measurement beside a cell merged downwards is a value, not a name', () => {
    const html =
      '<table><tbody><tr><th>Node</th><th>long</th><th>short</th></tr><tr><td rowspan="2">A</td><td>12 mm</td><td>5 mm</td></tr>' +
      '<tr><td>13 mm</td><td>6 mm</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['A: long', { value: 12, unit: 'mm' }],
      ['A: short', { value: 5, unit: 'mm' }],
      ['A: long', { value: 13, unit: 'mm' }],
      ['A: short', { value: 6, unit: 'mm' }],
    ]);
  });

  test('a value merged over columns or rows leaves once and names all it covers', () => {
    const html =
      '<table><tbody><tr><th>Kidney</th><th>length</th><th>width</th><th>volume</th></tr>' +
      '<tr><td>right</td><td colspan="2">not seen</td><td rowspan="2">300 ml</td></tr>' +
      '<tr><td>left</td><td>72 mm</td><td>38 mm</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['right: length, width', 'not seen'],
      ['right, left: volume', { value: 300, unit: 'ml' }],
      ['left: length', { value: 72, unit: 'mm' }],
      ['left: width', { value: 38, unit: 'mm' }],
    ]);
  });

  test('a row of one cell over the whole table names the rows behind it', () => {
    const html =
      '<table><tbody><tr><th>Node</th><th>Size</th></tr><tr><td colspan="2">Left lung</td></tr><tr><td>1</td><td>4 mm</td></tr>' +
      '<tr><td colspan="2">Right lung</td></tr><tr><td>1</td><td>9 mm</td></tr></tbody></table>';
    expect(shown(html)).toEqual([
      ['Left lung 1: Size', { value: 4, unit: 'mm' }],
      ['Right lung 1: Size', { value: 9, unit: 'mm' }],
    ]);
  });

  test('rows of a name and a value without a head keep all their values', () => {
    const expected = [
      ['Spleen', { value: 110, unit: 'mm' }],
      ['Liver', { value: 150, unit: 'mm' }],
    ];
    for (const tag of ['th', 'td'])
      expect(
        shown(
          `<table><tbody><tr><${tag}>Spleen</${tag}><td>110 mm</td></tr><tr><${tag}>Liver</${tag}><td>150 mm</td></tr></tbody></table>`,
        ),
      ).toEqual(expected);
  });
});

test('any table: each value once, under its row and column, as a number only where its text is one', () => {
  fc.assert(
    fc.property(modelTables, ({ html, values }) => {
      const found = observed(html);
      expect(found.map(({ code }) => code.text)).toEqual(values.map(({ name }) => name));
      for (const [at, { valueQuantity, valueString }] of found.entries()) {
        const { text, value } = values[at] ?? {};
        if (value === undefined) expect(valueString).toBe(text);
        else expect(JSON.stringify(valueQuantity)).toContain(`"value":${value}`);
      }
    }),
    runs(300),
  );
});
