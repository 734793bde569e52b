/** Reads values in any encoding; the expected values are beside the files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerSummary } from '#dicom/header-summary.ts';
import { datasetToJson } from '#dicom/json-model.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { modalityRange, readLutDescriptor, storedRange } from '#dicom/picture/lut-descriptor.ts';
import { runs } from '#test/support/depth.ts';
import {
  BIG,
  CT_IMAGE,
  EXPLICIT,
  fileAround,
  IMPLICIT,
  type Writing,
  type WrittenElement,
  words,
  writeElements,
} from '#test/support/dicom/written-object.ts';

const CASES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'cases');

/** Reads the file of `test/fixtures/dicom/cases` whose name starts with this. */
function readCase(name: string) {
  const file = readdirSync(CASES).find((each) => each.startsWith(name)) ?? '';
  return openDataset(readFileSync(join(CASES, file)));
}

const SYNTAXES = [
  ['implicit', IMPLICIT, '1.2.840.10008.1.2'],
  ['explicit', EXPLICIT, '1.2.840.10008.1.2.1'],
  ['big endian', BIG, '1.2.840.10008.1.2.2'],
] as const;

function objectOf(elements: readonly WrittenElement[], writing: Writing, transferSyntaxUid: string) {
  const head: WrittenElement[] = [
    { tag: '00080016', vr: 'UI', value: CT_IMAGE },
    { tag: '00080018', vr: 'UI', value: '1.2.3.4' },
  ];
  const all = [...head, ...elements].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  return fileAround(writeElements(all, writing), { transferSyntaxUid });
}

describe('a value', () => {
  test('is of its own representation in files that write none', () => {
    expect(headerSummary(readCase('01a')).frames).toBe(3);
    expect(headerSummary(readCase('01b')).frames).toBe(1);
    expect(headerSummary(readCase('01c')).frames).toBe(15);
  });

  test('is of the representation of the dictionary where it was sent as UN', () => {
    const image = readCase('07a');
    expect(image.isWhole).toBe(true);
    expect(image.number('x00280010')).toBe(64);
    expect(image.number('x00281052')).toBe(-1024);
    const groups = readCase('07b').items('x52009229');
    const [transformation] = groups.flatMap((group) => group.items('x00289145'));
    expect(transformation?.number('x00281052')).toBe(-1000);
    expect(transformation?.number('x00281053')).toBe(2);
  });

  test('is there behind elements of representations with long lengths', () => {
    expect(headerSummary(readCase('06b')).patient_name).toBe('Case^Dicom');
    expect(readCase('06a').isWhole).toBe(true);
  });

  test('is read where it has a decimal comma, and keeps its place beside an empty one', () => {
    expect(readCase('18d').number('x00281052')).toBe(-1024);
    expect(readCase('18c').numbers('x00281050')).toEqual([40]);
    expect(readCase('18c').numberValues('x00281050')).toEqual([40, undefined]);
  });

  test.each([
    ['00100020', 'LO', '4711\\', '4711'],
    ['00081030', 'LO', 'Thorax\\ \\', 'Thorax'],
    ['00080008', 'CS', 'ORIGINAL\\\\AXIAL', 'ORIGINAL\\\\AXIAL'],
    ['00104000', 'LT', 'C:\\scans\\', 'C:\\scans\\'],
  ])('%s, a text of %s: %j is %j', (tag, vr, value, right) => {
    for (const [, encoding, syntax] of SYNTAXES) {
      const file = objectOf([{ tag, vr, value }], { encoding }, syntax);
      expect(openDataset(file).text(`x${tag}`)).toBe(right);
    }
  });

  test.each([
    ['40', [40]],
    [' 40 \\ 400 ', [40, 400]],
    ['-1024,5', [-1024.5]],
    ['1.5E+03', [1500]],
    ['\\40', undefined],
    ['1\\\\3', undefined],
    ['0x10', undefined],
    ['1,234,5', undefined],
    ['Infinity', undefined],
    ['', undefined],
  ])('written as %j is %j', (value, right) => {
    for (const [, encoding, syntax] of SYNTAXES) {
      const file = objectOf([{ tag: '00281050', vr: 'DS', value }], { encoding }, syntax);
      expect(openDataset(file).numbers('x00281050')).toEqual(right);
    }
  });

  test('of any number, sign, representation and encoding is what was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SYNTAXES),
        fc.integer({ min: 0, max: 65_535 }),
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.constantFrom(undefined, 'UN', 'OB'),
        fc.boolean(),
        ([, encoding, syntax], rows, frames, slope, writtenVr, hasDelimiters) => {
          // Words in big endian are swapped; one encoded as UN is little endian, as the standard says.
          const inner = writtenVr === 'UN' ? IMPLICIT : encoding;
          const written = writtenVr === undefined ? {} : { writtenVr };
          const elements: WrittenElement[] = [
            { tag: '00280008', vr: 'IS', value: String(frames), ...written },
            { tag: '00280010', vr: 'US', value: words([rows], inner), ...written },
            { tag: '00281053', vr: 'DS', value: String(Number(slope.toPrecision(8))), ...written },
            {
              tag: '52009229',
              vr: 'SQ',
              ...(writtenVr === 'UN' ? { writtenVr } : {}),
              value: [[{ tag: '00289145', vr: 'SQ', value: [[{ tag: '00281052', vr: 'DS', value: '7' }]] }]],
            },
          ];
          const image = openDataset(objectOf(elements, { encoding, hasDelimiters }, syntax));
          expect(image.isWhole).toBe(true);
          expect(image.number('x00280008')).toBe(frames);
          expect(image.number('x00280010')).toBe(rows);
          expect(image.number('x00281053')).toBeCloseTo(slope, 0);
          const [group] = image.items('x52009229');
          expect(group?.items('x00289145')[0]?.number('x00281052')).toBe(7);
          const json = datasetToJson(image);
          expect(json['00280008']).toEqual({ vr: 'IS', Value: [frames] });
          expect(json['00280010']).toEqual({ vr: 'US', Value: [rows] });
        },
      ),
      runs(300),
    );
  });

  test('of 64 bits is a number while one can hold it, and digits in JSON beyond', () => {
    const value = Buffer.alloc(16);
    value.writeBigUInt64LE(7n, 0);
    value.writeBigUInt64LE(2n ** 63n, 8);
    const elements: WrittenElement[] = [{ tag: '7fe00001', vr: 'OV', value }];
    const selector: WrittenElement = { tag: '00720083', vr: 'UV', value };
    const image = openDataset(objectOf([selector, ...elements], { encoding: EXPLICIT }, SYNTAXES[1][2]));
    expect(image.number('x00720083')).toBe(7);
    expect(image.number('x7fe00001')).toBe(7);
    expect(datasetToJson(image)['00720083']).toEqual({ vr: 'UV', Value: [7, '9223372036854775808'] });
  });
});

describe('readLutDescriptor', () => {
  const image = (signed: 0 | 1, more: readonly WrittenElement[] = []) =>
    openDataset(
      objectOf(
        [
          { tag: '00280100', vr: 'US', value: words([16], IMPLICIT) },
          { tag: '00280101', vr: 'US', value: words([12], IMPLICIT) },
          { tag: '00280103', vr: 'US', value: words([signed], IMPLICIT) },
          ...more,
        ],
        { encoding: IMPLICIT },
        SYNTAXES[0][2],
      ),
    );
  const described = (first: number): WrittenElement => ({
    tag: '00281101',
    vr: 'US',
    value: words([0, first, 16], IMPLICIT),
  });

  test('begins below zero where samples are signed or rescaled below it', () => {
    const stored = image(1, [described(-2048)]);
    expect(readLutDescriptor(stored, 'x00281101', storedRange(stored))).toEqual({
      entries: 65_536,
      firstValue: -2048,
      bits: 16,
    });
    const rescaled = image(0, [described(-1024)]);
    const input = modalityRange(rescaled, { slope: 1, intercept: -1024 });
    expect(readLutDescriptor(rescaled, 'x00281101', input)?.firstValue).toBe(-1024);
    const [table] = readCase('03b').items('x00283000');
    expect(table && readLutDescriptor(table, 'x00283002', storedRange(readCase('03b')))?.firstValue).toBe(
      -2048,
    );
  });

  test('begins high where samples reach that far', () => {
    const wide = image(0, [described(40_000)]);
    expect(readLutDescriptor(wide, 'x00281101', { low: 0, high: 65_535 })?.firstValue).toBe(40_000);
    expect(readLutDescriptor(wide, 'x00281101', storedRange(wide))?.firstValue).toBe(40_000 - 65_536);
  });
});
