/** Compares files of kinds the random ones do not reach with DCMTK pixel by pixel: value types, codecs, greys. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { type Bytes, element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';
import { compareFile } from '#lanes/pixels/compare-file.ts';
import { compareOverlays } from '#lanes/pixels/compare-overlays.ts';
import { createJudge, type Judge } from '#lanes/pixels/dcmtk.ts';
import { decimals, makeFile, PIXELS, tableItem, words } from '#lanes/pixels/make-file.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { needs } from '#test/support/left-out.ts';

let scratch: string;
let judge: Judge;
let files = 0;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'srvault-kinds-'));
  judge = createJudge(scratch, (file) => openDataset(readFileSync(file)).transferSyntaxUid);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Rewrite {
  readonly program: string;
  readonly options: readonly string[];
}

/** Asserts that DCMTK shows the same. */
async function isAlike(file: Bytes, rewrite?: Rewrite): Promise<void> {
  // Use a new name, because the judge caches unpacked files by name.
  files += 1;
  const [plain, rewritten] = [join(scratch, `${files}.dcm`), join(scratch, `${files}-rewritten.dcm`)];
  writeFileSync(plain, file);
  if (rewrite !== undefined) await judge.written(rewrite.program, rewrite.options, plain, rewritten);
  const path = rewrite === undefined ? plain : rewritten;
  expect(await compareFile(judge, path, readFileSync(path))).toMatchObject({ kind: 'alike' });
}

const WORDS = { ...PIXELS, rows: 4, columns: 4 };
const BYTES = { ...WORDS, bitsAllocated: 8, bitsStored: 8, highBit: 7 };
const RGB = {
  ...BYTES,
  rows: 16,
  columns: 16,
  samplesPerPixel: 3,
  photometricInterpretation: 'RGB',
} as const;
const WINDOW = [decimals(0x00281050, 300), decimals(0x00281051, 500)];
const ramp = (count: number, value = (at: number) => at * 37) =>
  words(Array.from({ length: count }, (_, at) => value(at)));
const bytes = (count: number, value = (at: number) => at * 37) =>
  Uint8Array.from({ length: count }, (_, at) => value(at));
const table = (count: number, value: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => value(at));

const PROGRAMS = [
  'dcm2pnm',
  'dcmj2pnm',
  'dcml2pnm',
  'dcmconv',
  'dcmcrle',
  'dcmcjpeg',
  'dcmcjpls',
  'dcmdrle',
  'dcmdjpeg',
  'gdcmconv',
] as const;

describe('beside DCMTK', needs(...PROGRAMS), () => {
  test.each<[string, Bytes]>([
    [
      'a number of frames with a sign',
      makeFile({ ...WORDS, frames: 3, data: ramp(48) }, [element(0x00280008, 'IS', '+3'), ...WINDOW]),
    ],
    [
      'a number of frames ended by zeros',
      makeFile({ ...WORDS, frames: 3, data: ramp(48) }, [
        element(0x00280008, 'IS', Uint8Array.of(0x30, 0x33, 0, 0)),
        ...WINDOW,
      ]),
    ],
    [
      'a window with exponents',
      makeFile({ ...WORDS, data: ramp(16) }, [
        element(0x00281050, 'DS', ' 3.0E+02'),
        element(0x00281051, 'DS', '5e2 '),
      ]),
    ],
    [
      'windows whose first is empty',
      makeFile({ ...WORDS, data: ramp(16) }, [
        element(0x00281050, 'DS', '\\300'),
        element(0x00281051, 'DS', '\\500'),
      ]),
    ],
    [
      'a VOI table from a negative value, as SS',
      makeFile({ ...WORDS, isSigned: true, data: ramp(16, (at) => at * 10 - 80) }, [
        sequence(0x00283010, [
          tableItem(
            0xffb0,
            8,
            table(160, (at) => at),
            'SS',
          ),
        ]),
      ]),
    ],
    [
      'a modality table of bytes in words',
      makeFile({ ...WORDS, bitsStored: 8, highBit: 7, data: ramp(16, (at) => at) }, [
        sequence(0x00283000, [
          [
            element(0x00283002, 'US', words([16, 0, 8])),
            element(
              0x00283006,
              'OW',
              bytes(16, (at) => 255 - at * 10),
            ),
          ],
        ]),
      ]),
    ],
    [
      'two VOI tables, the first of 12 bits',
      makeFile({ ...WORDS, bitsStored: 8, highBit: 7, data: ramp(16, (at) => at) }, [
        sequence(0x00283010, [
          tableItem(
            0,
            12,
            table(16, (at) => at * 200),
          ),
          tableItem(
            0,
            8,
            table(16, (at) => at),
          ),
        ]),
      ]),
    ],
    [
      'a VOI table behind a modality table',
      makeFile({ ...WORDS, bitsStored: 8, highBit: 7, data: ramp(16, (at) => at) }, [
        sequence(0x00283000, [
          tableItem(
            0,
            12,
            table(16, (at) => at * 250),
          ),
        ]),
        sequence(0x00283010, [
          tableItem(
            0,
            8,
            table(4096, (at) => at >> 4),
          ),
        ]),
      ]),
    ],
    [
      'a VOI table behind a rescale below zero',
      makeFile({ ...WORDS, bitsStored: 8, highBit: 7, data: ramp(16, (at) => at) }, [
        decimals(0x00281052, -8),
        decimals(0x00281053, 1),
        sequence(0x00283010, [
          tableItem(
            0xfff8,
            8,
            table(16, (at) => at * 16),
          ),
        ]),
      ]),
    ],
    [
      'a slope below zero',
      makeFile({ ...WORDS, data: ramp(16) }, [
        decimals(0x00281052, 1000),
        decimals(0x00281053, -2),
        decimals(0x00281050, 500),
        decimals(0x00281051, 800),
      ]),
    ],
    [
      'the inverse presentation',
      makeFile({ ...WORDS, data: ramp(16) }, [element(0x20500020, 'CS', 'INVERSE'), ...WINDOW]),
    ],
    [
      'a sigmoid, low is bright',
      makeFile({ ...WORDS, photometricInterpretation: 'MONOCHROME1', data: ramp(16) }, [
        ...WINDOW,
        element(0x00281056, 'CS', 'SIGMOID'),
      ]),
    ],
    [
      '32 bits',
      makeFile(
        {
          ...WORDS,
          bitsAllocated: 32,
          bitsStored: 32,
          highBit: 31,
          data: new Uint8Array(Uint32Array.from({ length: 16 }, (_, at) => at * 1000).buffer),
        },
        [decimals(0x00281050, 8000), decimals(0x00281051, 16_000)],
      ),
    ],
    [
      'one bit, frames that begin inside of a byte',
      makeFile({
        ...WORDS,
        bitsAllocated: 1,
        bitsStored: 1,
        highBit: 0,
        frames: 3,
        rows: 3,
        columns: 3,
        data: bytes(4, (at) => 0xa5 + at),
      }),
    ],
    [
      'colours that share samples',
      makeFile({ ...BYTES, samplesPerPixel: 3, photometricInterpretation: 'YBR_FULL_422', data: bytes(32) }),
    ],
    [
      'colours of 16 bits',
      makeFile({
        ...WORDS,
        samplesPerPixel: 3,
        photometricInterpretation: 'RGB',
        data: ramp(48, (at) => at * 1300),
      }),
    ],
  ])('%s', async (_, file) => isAlike(file));

  test('padding below zero in an implicit file', async () => {
    const padded = ramp(16, (at) => (at === 3 ? -2000 : at * 20));
    const value = element(0x00280120, 'SS', words([0x1_0000 - 2000]));
    const file = makeFile({ ...WORDS, isSigned: true, data: padded }, [value]);
    await isAlike(file, { program: 'dcmconv', options: ['+ti'] });
  });

  const SIGNED = { ...WORDS, rows: 8, columns: 8, isSigned: true };
  test.each<[string, string, ...string[]]>([
    ['RLE', 'dcmcrle'],
    ['JPEG-LS', 'dcmcjpls', '+el'],
    ['JPEG lossless, first prediction', 'dcmcjpeg', '+e1'],
    ['JPEG lossless, sixth prediction', 'dcmcjpeg', '+el', '+sv', '6'],
    ['JPEG-LS of GDCM', 'gdcmconv', '--jpegls'],
    ['JPEG of GDCM', 'gdcmconv', '--jpeg'],
    ['JPEG 2000', 'gdcmconv', '--j2k'],
  ])('signs and bits in %s', async (_, program, ...options) => {
    const twelve = { bitsStored: 12, highBit: 11, data: ramp(64, (at) => (at * 61 - 2000) & 0xfff) };
    const eight = { bitsStored: 8, highBit: 7, data: ramp(64, (at) => (at * 4 - 128) & 0xff) };
    await isAlike(makeFile({ ...SIGNED, ...twelve }), { program, options });
    await isAlike(makeFile({ ...SIGNED, ...eight }), { program, options });
    await isAlike(makeFile({ ...SIGNED, data: ramp(64, (at) => at * 1021 - 32_000) }), { program, options });
  });

  const LOSSY = {
    ...WORDS,
    rows: 16,
    columns: 16,
    bitsStored: 12,
    highBit: 11,
    data: ramp(256, (at) => at * 16),
  };
  test.each<[string, Bytes, string, ...string[]]>([
    ['JPEG of 12 bits', makeFile(LOSSY), 'dcmcjpeg', '+ee'],
    ['JPEG by spectral selection', makeFile(LOSSY), 'dcmcjpeg', '+es'],
    [
      'progressive JPEG',
      makeFile({ ...BYTES, rows: 16, columns: 16, data: bytes(256, (at) => at) }),
      'dcmcjpeg',
      '+ep',
    ],
    ['JPEG-LS near lossless', makeFile(LOSSY), 'dcmcjpls', '+en', '+md', '3'],
    ['colours of JPEG, none halved', makeFile({ ...RGB, data: bytes(768) }), 'dcmcjpeg', '+eb', '+s4'],
    ['RGB in JPEG', makeFile({ ...RGB, data: bytes(768) }), 'dcmcjpeg', '+eb', '+cr'],
    ['colour planes in RLE', makeFile({ ...RGB, planarConfiguration: 1, data: bytes(768) }), 'dcmcrle'],
    [
      'colour planes in JPEG-LS',
      makeFile({ ...RGB, planarConfiguration: 1, data: bytes(768) }),
      'dcmcjpls',
      '+el',
      '+il',
    ],
  ])('%s', async (_, file, program, ...options) => isAlike(file, { program, options }));
});

describe('overlays beside DCMTK', needs(...PROGRAMS), () => {
  const plane = (kind: string, more: readonly Bytes[]) => [
    ...[unsignedShort(0x60000010, 4), unsignedShort(0x60000011, 4), element(0x60000040, 'CS', kind)],
    ...[element(0x60000050, 'SS', words([1, 1])), ...more],
  ];
  const own = [
    unsignedShort(0x60000100, 1),
    unsignedShort(0x60000102, 0),
    element(0x60003000, 'OW', words([0b0111_0111_0111_0010])),
  ];
  const beside = [unsignedShort(0x60000100, 16), unsignedShort(0x60000102, 15)];
  const twelve = {
    ...WORDS,
    bitsStored: 12,
    highBit: 11,
    data: ramp(16, (at) => at + 0x8000 * ((at % 3) & 1)),
  };

  test.each<[string, Bytes[], Rewrite | undefined]>([
    ['a graphic', plane('G', own), undefined],
    ['a region', plane('R', own), undefined],
    ['bits beside the samples', plane('G', beside), undefined],
    ['bits beside the samples, by runs', plane('G', beside), { program: 'dcmcrle', options: [] }],
    ['bits beside the samples, in JPEG', plane('G', beside), { program: 'dcmcjpeg', options: ['+e1'] }],
  ])('%s is drawn alike, and drawn otherwise it would be found', async (_, elements, rewrite) => {
    const file = makeFile(twelve, [...WINDOW, ...elements]);
    await isAlike(file, rewrite);
    const path = join(scratch, `${files}${rewrite === undefined ? '' : '-rewritten'}.dcm`);
    const dataset = openDataset(readFileSync(path));
    const frame = await decodeFrame(dataset, pixelFormat(dataset), 0);
    expect(frame.overlay.runs.length).toBeGreaterThan(0);
    const nothing = { ...frame, overlay: { ...frame.overlay, runs: new Uint32Array() } };
    expect(await compareOverlays(judge, path, dataset, nothing)).toMatch(/overlays differ in [1-9]/);
  });
});
