import { expect, test } from 'vitest';
import { objectText } from '#dicom/documents/object-text.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { code, el, LITTLE_EXPLICIT } from '#test/support/dicom/report.ts';
import {
  EXPLICIT,
  fileAround,
  type WrittenElement,
  writeElements,
} from '#test/support/dicom/written-object.ts';

const MAX_CHARS = 1_000_000;
const CT = '1.2.840.10008.5.1.4.1.1.2';

function textOf(elements: readonly WrittenElement[]): string | undefined {
  const ordered = elements.toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
  const file = fileAround(writeElements(ordered, { encoding: EXPLICIT }), {
    transferSyntaxUid: LITTLE_EXPLICIT,
  });
  return objectText(openDataset(file), MAX_CHARS);
}

const reference = (uid: string) => [el('00081150', 'UI', CT), el('00081155', 'UI', uid)];
const fd = (tag: string, value: number) => el(tag, 'FD', new Uint8Array(Float64Array.of(value).buffer));

test('a presentation state names its pictures and says its words', () => {
  const text = textOf([
    el('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.11.1'),
    el('00081115', 'SQ', [[el('00081140', 'SQ', [reference('1.2.9'), reference('1.2.10')])]]),
    el('00700001', 'SQ', [[el('00700008', 'SQ', [[el('00700006', 'ST', 'Nodule, 8 mm')]])]]),
    el('00700080', 'CS', 'FINDING'),
    el('00700084', 'PN', 'Roe^Max'),
  ]);
  expect(text?.split('\n')).toEqual([
    'Greyscale presentation state',
    '============================',
    'Label: FINDING',
    'Creator: Roe, Max',
    '',
    'Annotations',
    '  Nodule, 8 mm',
    '',
    'Refers to',
    '  CT image 1.2.9',
    '  CT image 1.2.10',
    '',
  ]);
});

test('a structure set names its structures, a plan its beams, a mapping its unit', () => {
  const structures = textOf([
    el('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.481.3'),
    el('30060002', 'SH', 'Pelvis'),
    el('30060020', 'SQ', [[el('30060026', 'LO', 'Bladder')], [el('30060026', 'LO', 'Rectum')]]),
  ]);
  expect(structures).toContain('Structure set: Pelvis\n\nStructures\n  Bladder\n  Rectum\n');
  const plan = textOf([
    el('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.481.5'),
    el('300a0002', 'SH', 'P1'),
    el('300a00b0', 'SQ', [[el('300a00c2', 'LO', 'AP')]]),
  ]);
  expect(plan).toContain('Plan: P1\n\nBeams\n  AP\n');
  const value = [
    el('004008ea', 'SQ', [code('um2/s', 'um2/s', 'UCUM')]),
    fd('00409224', 0),
    fd('00409225', 0.5),
  ];
  const mapping = textOf([
    el('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.67'),
    el('00409094', 'SQ', [[el('00081140', 'SQ', [reference('1.2.9')]), el('00409096', 'SQ', [value])]]),
  ]);
  expect(mapping).toContain('Real-world values\n  Value: 0.5 × stored + 0, in um2/s\n');
  expect(mapping).toContain('Refers to\n  CT image 1.2.9\n');
});

test('an object of an unknown class has none', () => {
  expect(textOf([el('00080016', 'UI', '1.2.3.4')])).toBeUndefined();
});
