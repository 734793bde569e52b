/** Tests places outside the pixels where a name may hide: the copy has it nowhere, or there is no copy. */
import { expect, test } from 'vitest';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { createPseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate } from '#dicom/open-dataset.ts';
import { type Bytes, element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { completeRecord } from '#records/complete-record.ts';

const [FAMILY, GIVEN, NUMBER] = ['Zyxwvut', 'Qrstuvab', '81726354'];
const PIXELS_OF_8 = {
  ...PIXELS,
  rows: 8,
  columns: 8,
  data: words(Array.from({ length: 64 }, (_, at) => at)),
};

function fileWith(...more: Bytes[]): Uint8Array {
  return makeFile(PIXELS_OF_8, [
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
    element(0x00080060, 'CS', 'CT'),
    element(0x00100010, 'PN', `${FAMILY}^${GIVEN}`),
    element(0x00100020, 'LO', NUMBER),
    ...more,
  ]);
}

const even = (text: string) => Buffer.from(text.length % 2 === 0 ? text : `${text} `);
const inPreamble = () => {
  const file = Uint8Array.from(fileWith());
  file.set(Buffer.from(`II*\0${FAMILY} ${GIVEN} ${NUMBER}`), 0);
  return file;
};

function namesIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1').toLowerCase();
  return [FAMILY, GIVEN, NUMBER].filter((name) =>
    (['latin1', 'utf16le'] as const).some((encoding) =>
      text.includes(Buffer.from(name.toLowerCase(), encoding).toString('latin1')),
    ),
  );
}

test.each<[string, Uint8Array]>([
  [
    'private bytes in UTF-16',
    fileWith(element(0x00091001, 'OB', Buffer.from(`${FAMILY} ${NUMBER}`, 'utf16le'))),
  ],
  ['a private long text', fileWith(element(0x00091001, 'UT', even(`seen by ${FAMILY}`)))],
  ['a known text sent as UN', fileWith(element(0x00104000, 'UN', even(`${FAMILY} was here`)))],
  [
    'labels of an overlay',
    fileWith(
      ...[unsignedShort(0x60000010, 8), unsignedShort(0x60000011, 8), element(0x60000022, 'LO', FAMILY)],
      ...[element(0x60000040, 'CS', 'G'), element(0x60000050, 'SS', words([1, 1]))],
      ...[
        unsignedShort(0x60000100, 1),
        element(0x60001500, 'LO', NUMBER),
        element(0x60003000, 'OW', new Uint8Array(8)),
      ],
    ),
  ],
  ['the label of a curve', fileWith(element(0x50002500, 'LO', FAMILY))],
  ['padding behind the data set', fileWith(element(0xfffcfffc, 'OB', even(`${FAMILY} ${NUMBER}`)))],
  ['the preamble', inPreamble()],
  ['a colour profile', fileWith(element(0x00282000, 'OB', even(`profile of ${FAMILY}`)))],
  [
    'attributes that were encrypted',
    fileWith(
      sequence(0x04000500, [
        [element(0x04000510, 'UI', '1.2.840.10008.1.2'), element(0x04000520, 'OB', even(FAMILY))],
      ]),
    ),
  ],
  [
    'a private value in a public sequence',
    fileWith(
      sequence(0x00081140, [
        [element(0x00090010, 'LO', 'ACME'), element(0x00091001, 'UN', even(FAMILY.toLowerCase()))],
      ]),
    ),
  ],
  [
    'a certificate of a signature',
    fileWith(sequence(0xfffafffa, [[element(0x04000120, 'OB', even(FAMILY))]])),
  ],
  ['a description, turned round', fileWith(element(0x00081030, 'LO', `CT of ${GIVEN} ${FAMILY}`))],
  ['words of a number', fileWith(element(0x00181622, 'US', even(FAMILY)))],
])('%s', async (_, file) => {
  expect(namesIn(file)).not.toEqual([]);
  const record = completeRecord('patients', {
    legal_name: `${FAMILY}, ${GIVEN}`,
    identifiers: [{ type: 'MRN', value: NUMBER }],
  });
  const copy = await deidentifyFile(file, {
    pseudonyms: await createPseudonyms('5a'.repeat(32)),
    known: knownIdentifiers({ custom_attributes: null }, record),
    ...{ inflate, withRisk: false },
  });
  if ('left_out' in copy) expect(copy.left_out).toBe('identifier_found');
  else expect(namesIn(copy.bytes)).toEqual([]);
});
