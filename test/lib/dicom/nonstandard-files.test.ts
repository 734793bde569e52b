/** Tests non-standard files that some programs write: read completely, or reported as incomplete. */
import { expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { type Bytes, element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';

const plain = makeFile({
  ...PIXELS,
  rows: 4,
  columns: 4,
  data: words(Array.from({ length: 16 }, (_, at) => at)),
});
/** SOPClassUID, explicit. */
const FIRST = Buffer.from([0x08, 0, 0x16, 0, 0x55, 0x49]);
/** Rows, explicit. */
const ROWS = Buffer.from([0x28, 0, 0x10, 0, 0x55, 0x53]);
const START_BYTES = 132;

const dataSet = plain.subarray(Buffer.from(plain).indexOf(FIRST));
const head = plain.subarray(0, plain.length - dataSet.length);

function implicit(tag: readonly [number, number], value: string): Bytes {
  const [group, number] = tag;
  const text = Buffer.from(value.length % 2 === 0 ? value : `${value}\0`);
  return concatBytes([Uint8Array.of(group, 0, number, 0, text.length, 0, 0, 0), text]);
}

function changed(from: Buffer, offset: number, ...bytes: number[]): Uint8Array {
  const file = Uint8Array.from(plain);
  file.set(bytes, Buffer.from(plain).indexOf(from) + offset);
  return file;
}

const LITTLE = Buffer.from('1.2.840.10008.1.2.1\0');

test.each<[string, Uint8Array, boolean]>([
  [
    'with anything behind it',
    concatBytes([plain, Uint8Array.from({ length: 37 }, (_, at) => at * 7 + 3)]),
    false,
  ],
  ['with zeros behind it', concatBytes([plain, new Uint8Array(33)]), true],
  ['whose transfer syntax ends with a blank', changed(LITTLE, LITTLE.length - 1, 0x20), true],
  [
    'whose meta information is implicit',
    concatBytes([
      plain.subarray(0, START_BYTES),
      ...[implicit([2, 2], '1.2.840.10008.5.1.4.1.1.2'), implicit([2, 0x10], '1.2.840.10008.1.2.1'), dataSet],
    ]),
    true,
  ],
  ['that comes twice', concatBytes([plain, dataSet]), true],
  ['that begins with a command', concatBytes([head, element(0x00000002, 'UI', '1.2.3'), dataSet]), true],
  ['without its prefix', concatBytes([new Uint8Array(128), dataSet]), true],
  ['with a representation in small letters', changed(ROWS, 4, 0x75, 0x73), true],
  ['with a representation of blanks', changed(ROWS, 4, 0x20, 0x20), true],
])('a file %s', (_, file, isWhole) => {
  const dataset = openDataset(file);
  expect(headerSummary(dataset)).toMatchObject({ patient_name: 'Made^File', rows: 4, columns: 4, frames: 1 });
  expect(dataset.isWhole).toBe(isWhole);
  expect(dataset.bytes('x7fe00010')).toEqual(words(Array.from({ length: 16 }, (_, at) => at)));
});
