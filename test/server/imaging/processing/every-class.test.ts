/** Tests that an object of every kind a PACS holds ends in pictures or one of the codes, and says what it can. */
import { describe, expect, test } from 'vitest';
import { runText } from '#server/imaging/processing/sandbox/run-extract.ts';
import { runPictures } from '#server/imaging/processing/sandbox/run-pictures.ts';
import { code, el, LITTLE_EXPLICIT, us } from '#test/support/dicom/report.ts';
import {
  EXPLICIT,
  fileAround,
  type WrittenElement,
  words,
  writeElements,
} from '#test/support/dicom/written-object.ts';

const STORAGE = '1.2.840.10008.5.1.4.1.1.';

function object(sopClass: string, elements: readonly WrittenElement[]): Buffer {
  const all = [
    el('00080016', 'UI', STORAGE + sopClass),
    el('00080018', 'UI', '1.2.3.4'),
    el('0020000d', 'UI', '1.2.3'),
    el('0020000e', 'UI', '1.2.3.1'),
    ...elements,
  ].toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
  return fileAround(writeElements(all, { encoding: EXPLICIT }), { transferSyntaxUid: LITTLE_EXPLICIT });
}

/** Two frames of two by two pixels, of 16 bits, or of one for the classes that need it. */
function pixels(bits: 1 | 8 | 16, frames = 2): WrittenElement[] {
  const data =
    bits === 16 ? words([0, 1, 2, 3, 3, 2, 1, 0], EXPLICIT) : Uint8Array.of(0b0011_0101, 2, 3, 4, 5, 6, 7, 0);
  return [
    us('00280002', 1),
    el('00280004', 'CS', 'MONOCHROME2'),
    el('00280008', 'IS', String(frames)),
    us('00280010', 2),
    us('00280011', 2),
    us('00280100', bits),
    us('00280101', bits),
    us('00280102', bits - 1),
    us('00280103', 0),
    el('7fe00010', bits === 16 ? 'OW' : 'OB', data),
  ];
}

const IMAGES = [
  ...[
    '1',
    '1.1',
    '1.1.1',
    '1.2',
    '1.2.1',
    '1.3',
    '2',
    '2.1',
    '2.2',
    '3.1',
    '4',
    '4.1',
    '4.3',
    '4.4',
    '6.1',
    '6.2',
  ],
  ...[
    '7',
    '7.2',
    '7.3',
    '12.1',
    '12.1.1',
    '12.2',
    '12.2.1',
    '13.1.1',
    '13.1.2',
    '13.1.3',
    '14.1',
    '20',
    '30',
  ],
  ...[
    '77.1.1',
    '77.1.2',
    '77.1.4',
    '77.1.5.1',
    '77.1.5.2',
    '77.1.5.4',
    '77.1.6',
    '81.1',
    '128',
    '128.1',
    '130',
  ],
  ...['481.1', '481.2', '66.7'],
];
const ONE_BIT = ['7.1', '66.4'];
const READ = [
  ...['11.1', '11.2', '11.3', '11.4', '11.5', '11.6', '11.8', '66.1', '66.2', '66.3', '66.5', '66.6', '67'],
  ...[
    '78.1',
    '78.5',
    '78.7',
    '79.1',
    '80.1',
    '481.3',
    '481.4',
    '481.5',
    '481.6',
    '481.7',
    '481.8',
    '4.2',
    '66',
  ],
];
const REPORTS = [
  ...[
    '88.11',
    '88.22',
    '88.33',
    '88.34',
    '88.35',
    '88.40',
    '88.50',
    '88.59',
    '88.65',
    '88.67',
    '88.68',
    '88.69',
  ],
  ...['88.70', '88.71', '88.72', '88.73', '88.76'],
];

describe('an object of class', () => {
  test.each([...IMAGES.map((each) => [each, 16] as const), ...ONE_BIT.map((each) => [each, 1] as const)])(
    '%s has pictures and no text',
    async (sopClass, bits) => {
      const file = object(sopClass, pixels(bits));
      expect(await runPictures(file, 'dicom')).toMatchObject({ error: null, header: { frames: 2 } });
      expect(runText(file)).toMatchObject({ text: null, error: null });
    },
  );

  test.each(READ)('%s has no picture, and says what it is', async (sopClass) => {
    const file = object(sopClass, []);
    expect(await runPictures(file, 'dicom')).toMatchObject({ error: 'no_picture', header: { frames: 0 } });
    expect(new TextDecoder().decode(runText(file).text ?? new Uint8Array())).toMatch(/^[A-Z].+\n=+\n/);
  });

  test.each(REPORTS)('%s has no picture, and says its content', async (sopClass) => {
    const number = [
      el('0040a010', 'CS', 'CONTAINS'),
      el('0040a040', 'CS', 'NUM'),
      el('0040a043', 'SQ', [code('N', 'Dose')]),
      el('0040a300', 'SQ', [
        [el('004008ea', 'SQ', [code('mGy', 'mGy', 'UCUM')]), el('0040a30a', 'DS', '4.2')],
      ]),
    ];
    const file = object(sopClass, [el('0040a040', 'CS', 'CONTAINER'), el('0040a730', 'SQ', [number])]);
    expect(await runPictures(file, 'dicom')).toMatchObject({ error: 'no_picture', header: { frames: 0 } });
    expect(new TextDecoder().decode(runText(file).text ?? new Uint8Array())).toContain('\nDose: 4.2 mGy\n');
  });

  test('unknown to the vault has no picture and no text', async () => {
    const file = object('999.1', []);
    expect(await runPictures(file, 'dicom')).toMatchObject({ error: 'no_picture' });
    expect(runText(file)).toMatchObject({ text: null, error: null });
  });
});
