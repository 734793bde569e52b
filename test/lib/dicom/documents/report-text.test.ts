import { describe, expect, test } from 'vitest';
import { objectText } from '#dicom/documents/object-text.ts';
import { TextTooLongError } from '#dicom/documents/text-lines.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { code, el, item, number, reference, report, text } from '#test/support/dicom/report.ts';

const MAX_CHARS = 1_000_000;
const mm = code('mm', 'millimeter', 'UCUM');

function textOf(file: Uint8Array, maxChars = MAX_CHARS): string {
  return objectText(openDataset(file), maxChars) ?? 'none';
}

const linesOf = (file: Uint8Array) => textOf(file).split('\n');

describe('objectText of a structured report', () => {
  test('has title, patient, study and flags above the content', () => {
    const file = report(
      'Chest report',
      [text('Finding', 'Clear.')],
      [
        el('00080020', 'DA', '20260314'),
        el('00100010', 'PN', 'Doe^Jane^^Dr.'),
        el('00100020', 'LO', 'P-1'),
        el('0040a491', 'CS', 'COMPLETE'),
        el('0040a493', 'CS', 'UNVERIFIED'),
      ],
    );
    expect(textOf(file)).toBe(
      [
        'Chest report',
        '============',
        'Patient: Doe, Dr. Jane, P-1',
        'Study: 2026-03-14',
        'Completion: COMPLETE',
        'Verification: UNVERIFIED',
        '',
        'Finding: Clear.',
        '',
      ].join('\n'),
    );
  });

  test('keeps a text as it is written: lines, leading spaces, backslashes', () => {
    const written = '  First line\\with a backslash.\r\nSecond line:\n\n   indented.';
    expect(textOf(report('R', [text('Text', written)]))).toContain(`Text: ${written}\n`);
  });

  test('puts a number on one line with its unit, and says why it has none', () => {
    const file = report('R', [
      number('Length', '12.50', mm),
      number('Ratio', '0.82', code('1', 'no units', 'UCUM')),
      number('Dose', '1.3', code('mGy', undefined, 'UCUM')),
      number('Width', undefined, mm, 'Measurement failure'),
      number('Depth', undefined, mm),
      number('Area', '3', code('cm2', 'cm2', 'UCUM'), 'Value out of range'),
    ]);
    expect(linesOf(file).slice(3)).toEqual([
      'Length: 12.50 mm (millimeter)',
      'Ratio: 0.82 (no units)',
      'Dose: 1.3 mGy',
      'Width: Measurement failure',
      'Depth: no value',
      'Area: 3 cm2, Value out of range',
      '',
    ]);
  });

  test('shows every other kind of value by its meaning', () => {
    const floats = (...values: number[]) => {
      const bytes = Buffer.alloc(values.length * 4);
      for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * 4);
      return bytes;
    };
    const image = [
      el('00081150', 'UI', '1.2.840.10008.5.1.4.1.1.2'),
      el('00081155', 'UI', '1.2.9'),
      el('00081160', 'IS', '4'),
    ];
    const file = report('R', [
      item({ type: 'CODE', name: 'Side', values: [el('0040a168', 'SQ', [code('L', 'Left')])] }),
      item({ type: 'CODE', name: 'Site', values: [el('0040a168', 'SQ', [code('X-1')])] }),
      item({ type: 'PNAME', name: 'Observer', values: [el('0040a123', 'PN', 'Roe^Max')] }),
      item({ type: 'DATE', name: 'Day', values: [el('0040a121', 'DA', '20260314')] }),
      item({ type: 'TIME', name: 'Hour', values: [el('0040a122', 'TM', '0941')] }),
      item({ type: 'DATETIME', name: 'At', values: [el('0040a120', 'DT', '20260314094100+0100')] }),
      item({ type: 'UIDREF', name: 'Study', values: [el('0040a124', 'UI', '1.2.8')] }),
      item({ type: 'IMAGE', values: [el('00081199', 'SQ', [image])] }),
      item({
        type: 'SCOORD',
        name: 'Outline',
        values: [el('00700022', 'FL', floats(1.5, 2, 3, 4)), el('00700023', 'CS', 'POLYLINE')],
      }),
      item({ type: 'NEWTYPE', name: 'Later kind' }),
    ]);
    expect(linesOf(file).slice(3)).toEqual([
      'Side: Left',
      'Site: X-1, 99TEST',
      'Observer: Roe, Max',
      'Day: 2026-03-14',
      'Hour: 09:41',
      'At: 2026-03-14 09:41:00 +0100',
      'Study: 1.2.8',
      'Image: CT image 1.2.9, frame 4',
      'Outline: POLYLINE (1.5, 2) (3, 4)',
      'Later kind: no value',
      '',
    ]);
  });

  test('indents what is inside a section, and names what a reference means', () => {
    const nested = item({
      type: 'CONTAINER',
      name: 'Lesion 1',
      items: [number('Long axis', '8', mm), reference('INFERRED FROM', 1, 1)],
    });
    const file = report('R', [
      text('Finding', 'A mass.'),
      item({ type: 'CONTAINER', name: 'Findings', items: [nested] }),
    ]);
    expect(linesOf(file).slice(3)).toEqual([
      'Finding: A mass.',
      '',
      'Findings',
      '',
      '  Lesion 1',
      '    Long axis: 8 mm (millimeter)',
      '    inferred from item 1.1 (Finding: A mass.)',
      '',
    ]);
  });

  test('ends where references form a circle or lead nowhere', () => {
    const file = report('R', [
      item({
        type: 'CONTAINER',
        name: 'First',
        items: [reference('CONTAINS', 1, 2), reference('CONTAINS', 1)],
      }),
      item({
        type: 'CONTAINER',
        name: 'Second',
        items: [reference('CONTAINS', 1, 1), reference('CONTAINS', 1, 9, 9)],
      }),
    ]);
    expect(linesOf(file).filter((line) => line.includes('item'))).toEqual([
      '  item 1.2 (Second)',
      '  item 1 (R)',
      '  item 1.1 (First)',
      '  item 1.9.9, which is not in this document',
    ]);
  });

  test('reads a text in the character set of its file', () => {
    expect(textOf(readSample('test-SR'))).toContain('Verified by: Riesmeier, Jörg, OFFIS e.V.');
  });

  test('refuses a text longer than the limit instead of shortening it', () => {
    const file = report('R', [text('Text', 'x'.repeat(500)), text('Text', 'y'.repeat(500))]);
    expect(() => textOf(file, 900)).toThrow(TextTooLongError);
  });

  test('takes time that grows with the number of references to the same wide section', () => {
    const wide = item({
      type: 'CONTAINER',
      name: 'Wide',
      items: Array.from({ length: 5_000 }, () => text('T', 'v')),
    });
    const last = Array.from({ length: 5_000 }, () => reference('INFERRED FROM', 1, 1, 5_000));
    const lines = textOf(report('R', [wide, ...last]), 10_000_000).split('\n');
    expect(lines.filter((line) => line === 'inferred from item 1.1.5000 (T: v)')).toHaveLength(5_000);
  });

  test('is absent for a picture', () => {
    expect(objectText(openDataset(readSample('CT_small')), MAX_CHARS)).toBeUndefined();
  });
});
