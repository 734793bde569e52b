/** Tests expensive DICOM headers: elements beyond the budget are skipped, names are still read. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { readInstanceHeader } from '#dicom/instance-header.ts';
import { datasetToJson } from '#dicom/json-model.ts';
import { openHead } from '#dicom/open-dataset.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { element } from '#dicom/write/encode-elements.ts';

const PIXEL_DATA = 'x7fe00010';
const BUDGET = { elementsMax: 1000, inflatedMaxBytes: 64 * 1024 };
const DEFLATED = '1.2.840.10008.1.2.1.99';
const EXPLICIT = '1.2.840.10008.1.2.1';

const NAMES = concatBytes([
  element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
  element(0x00080018, 'UI', '1.2.3.1'),
  element(0x00100010, 'PN', 'Moreau^Ada'),
  element(0x0020000d, 'UI', '1.2.3'),
  element(0x0020000e, 'UI', '1.2.3.2'),
]);

/** Builds empty elements of eight bytes. */
function empties(count: number): Uint8Array {
  const one = element(0x00211001, 'LO', '');
  return Buffer.alloc(count * one.length, one);
}

function headOf(syntax: string): Uint8Array {
  return part10Head({
    sop_class_uid: '1.2.840.10008.5.1.4.1.1.7',
    instance_uid: '1.2.3.1',
    transfer_syntax_uid: syntax,
    source_ae: 'CT1',
  });
}

describe('a head within a budget', () => {
  test('has the names, and no more elements than are allowed', () => {
    const bytes = concatBytes([headOf(EXPLICIT), NAMES, empties(500_000)]);
    const dataSet = openHead(bytes, PIXEL_DATA, BUDGET);
    expect(dataSet).toMatchObject({ isOverBudget: true, isWhole: false });
    expect(dataSet.text('x00100010')).toBe('Moreau^Ada');
    expect(readInstanceHeader(bytes)).toMatchObject({ study_uid: '1.2.3', patient_name: 'Moreau^Ada' });
  });

  test('counts the items of sequences and what lies in them', () => {
    const item = Uint8Array.of(0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0);
    const items = Buffer.alloc(8 * 5000, item);
    for (const vr of ['SQ', 'UN']) {
      const bytes = concatBytes([headOf(EXPLICIT), NAMES, element(0x00211001, vr, items)]);
      expect(openHead(bytes, PIXEL_DATA, BUDGET).isOverBudget).toBe(true);
    }
  });

  test('is inflated no further than allowed, and has the names', () => {
    const deflated = deflateRawSync(concatBytes([NAMES, Buffer.alloc(64 * 1024 * 1024)]), { level: 9 });
    const bytes = concatBytes([headOf(DEFLATED), deflated]);
    expect(bytes.length).toBeLessThan(100_000);
    const dataSet = openHead(bytes, PIXEL_DATA, BUDGET);
    expect(dataSet.parsed.byteArray.length).toBeLessThanOrEqual(headOf(DEFLATED).length + 64 * 1024);
    expect(readInstanceHeader(bytes)).toMatchObject({ study_uid: '1.2.3' });
  });

  test('of a deflated object that ends early has what came', () => {
    const deflated = deflateRawSync(
      concatBytes([NAMES, Buffer.from(new Uint8Array(200_000).map((_, at) => at * 7))]),
    );
    const bytes = concatBytes([headOf(DEFLATED), deflated.subarray(0, deflated.length - 20)]);
    expect(readInstanceHeader(bytes)).toMatchObject({ study_uid: '1.2.3' });
  });
});

describe('a hostile header costs no more than its length', () => {
  const implicit = '1.2.840.10008.1.2';

  test('with millions of empty values before a letter', () => {
    // With the square of its length this takes hours.
    const name = `${'\\'.repeat(4_000_000)}x `;
    const head = Buffer.alloc(8);
    head.writeUInt16LE(0x0010, 0);
    head.writeUInt16LE(0x0010, 2);
    head.writeUInt32LE(name.length, 4);
    const bytes = concatBytes([headOf(implicit), head, Buffer.from(name)]);
    expect(openHead(bytes, PIXEL_DATA, BUDGET).text('x00100010')).toBe(name.trim());
  });

  test.each([
    ['declared once for many items', 'A\\'.repeat(1000), ''],
    ['declared by each item', '', 'A\\'.repeat(100)],
  ])('with many unknown character sets, %s', (_what, around, inside) => {
    const decoders = vi.spyOn(globalThis, 'TextDecoder');
    onTestFinished(() => decoders.mockRestore());
    const itemsCount = 300;
    const content = inside === '' ? new Uint8Array() : element(0x00080005, 'CS', inside);
    const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
    head.writeUInt32LE(content.length, 4);
    const items = Array.from({ length: itemsCount }, () => concatBytes([head, content]));
    const bytes = concatBytes([
      headOf(EXPLICIT),
      ...(around === '' ? [] : [element(0x00080005, 'CS', around)]),
      element(0x52009230, 'SQ', concatBytes(items)),
    ]);
    const dataSet = openHead(bytes, PIXEL_DATA, BUDGET);
    headerSummary(dataSet);
    datasetToJson(dataSet);
    expect(dataSet.items('x52009230')).toHaveLength(itemsCount);
    expect(decoders.mock.calls.length).toBeLessThan(10 * itemsCount);
  });
});
