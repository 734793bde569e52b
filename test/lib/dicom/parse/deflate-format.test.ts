/** Tests deflated data sets in any wrapper, and truncated ones. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { element } from '#dicom/write/encode-elements.ts';

const BODY = concatBytes([
  element(0x00080060, 'CS', 'CT'),
  element(0x00100010, 'PN', 'Made^File'),
  element(0x00100020, 'LO', '4711'),
  element(
    0x7fe00010,
    'OW',
    Uint8Array.from({ length: 4096 }, (_, at) => (at * at) >> 3),
  ),
]);
const HEAD = part10Head({
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.2',
  instance_uid: '1.2.3',
  transfer_syntax_uid: '1.2.840.10008.1.2.1.99',
  source_ae: '',
});

describe('a deflated data set', () => {
  test.each([
    ['as the standard says', deflateRawSync(BODY)],
    ['with the head of zlib', deflateSync(BODY)],
    ['as gzip', gzipSync(BODY)],
  ])('%s is read', (_name, stream) => {
    const dataset = openDataset(concatBytes([HEAD, stream]));
    expect(dataset.isWhole).toBe(true);
    expect(dataset.text('x00100010')).toBe('Made^File');
  });

  test('that ends early is read as far as it goes, and is not whole', () => {
    const stream = deflateRawSync(BODY);
    const dataset = openDataset(concatBytes([HEAD, stream.subarray(0, stream.length - 20)]));
    expect(dataset.isWhole).toBe(false);
    expect(dataset.text('x00100010')).toBe('Made^File');
  });
});
