/** Tests that units and lengths are stated only if the file justifies them. */
import { describe, expect, test } from 'vitest';
import { measure } from '#dicom/picture/measure-annotation.ts';
import { type Bytes, element, sequence } from '#dicom/write/encode-elements.ts';
import { decimals, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { decoded, headerOf, readCase } from './decoded.ts';

const DATA = { ...PIXELS, data: words([0, 1000, 2000, 3000]) };
const code = (tag: number, value: string) => element(tag, 'CS', value);
const CT = [code(0x00080060, 'CT'), decimals(0x00281052, -1024), decimals(0x00281053, 1)];

const unitOf = async (...more: Bytes[]) => (await decoded(makeFile(DATA, more))).unit;

describe('Hounsfield units', () => {
  test('19: a type of rescale that is another names no HU', async () => {
    expect((await decoded(readCase('19'))).unit).toBe('mg/ml');
  });

  test('stand where the type of rescale says so, or a CT states its rescale', async () => {
    expect(await unitOf(...CT)).toBe('HU');
    expect(await unitOf(...CT, element(0x00281054, 'LO', 'HU'))).toBe('HU');
    expect(await unitOf(...CT, element(0x00281054, 'LO', 'hu'))).toBe('HU');
  });

  test('stand by a modality table that says so, and other units by one that says those', async () => {
    const table = (type: string) =>
      sequence(0x00283000, [
        [
          element(0x00283002, 'US', words([4, 0, 16])),
          element(0x00283004, 'LO', type),
          element(0x00283006, 'OW', words([0, 1, 2, 3])),
        ],
      ]);
    expect(await unitOf(table('HU'))).toBe('HU');
    expect(await unitOf(table('MGML'))).toBe('mg/ml');
    expect(await unitOf(table('pct'))).toBe('%');
    expect(await unitOf(table('OD'))).toBeNull();
    expect(await unitOf(...CT, table('US'))).toBeNull();
  });

  test('do not stand on a slope of nothing: such a rescale is none', async () => {
    const flat = [code(0x00080060, 'CT'), decimals(0x00281052, -1024), decimals(0x00281053, 0)];
    expect(await decoded(makeFile(DATA, flat))).toMatchObject({
      ...{ unit: null, rescaleSlope: 1, rescaleIntercept: 0 },
    });
  });

  test('stand nowhere else', async () => {
    expect(await unitOf(code(0x00080060, 'CT'))).toBeNull();
    expect(await unitOf(...CT, element(0x00281054, 'LO', 'US'))).toBeNull();
    expect(await unitOf(...CT, element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'))).toBeNull();
    expect(await unitOf(code(0x00080060, 'MR'), ...CT.slice(1))).toBeNull();
    expect(await unitOf(...CT, code(0x00189361, 'YES'))).toBeNull();
  });
});

test('a dose is in gray by its scaling, and relative without a unit', async () => {
  const dose = (units: string) => [
    code(0x00080060, 'RTDOSE'),
    code(0x30040002, units),
    decimals(0x3004000e, 0.001),
  ];
  expect(await decoded(makeFile(DATA, dose('GY')))).toMatchObject({ unit: 'Gy', rescaleSlope: 0.001 });
  expect(await decoded(makeFile(DATA, dose('RELATIVE')))).toMatchObject({ unit: null, rescaleSlope: 0.001 });
});

describe('uptake', () => {
  const tracer = (...more: Bytes[]) =>
    sequence(0x00540016, [
      [element(0x00181072, 'TM', '100000'), decimals(0x00181074, 350e6), decimals(0x00181075, 6600), ...more],
    ]);
  const pet = (correction: string, more: readonly Bytes[] = []) => [
    ...[code(0x00080060, 'PT'), element(0x00080021, 'DA', '20260512'), element(0x00080031, 'TM', '110000')],
    ...[element(0x00080022, 'DA', '20260512'), element(0x00080032, 'TM', '110500')],
    ...[code(0x00280051, 'DECY\\ATTN'), code(0x00541001, 'BQML'), code(0x00541102, correction)],
    ...[decimals(0x00101030, 70), decimals(0x00281052, 0), decimals(0x00281053, 2), tracer()],
    ...more,
  ];

  test('START: the dose decays until the series begins', async () => {
    const { unit, rescaleSlope } = await decoded(makeFile(DATA, pet('START')));
    const decayed = 350e6 * 2 ** (-3600 / 6600);
    expect(unit).toBe('SUVbw');
    expect(rescaleSlope).toBeCloseTo((2 * 70_000) / decayed, 12);
  });

  test('ADMIN: the dose is that administered', async () => {
    const { unit, rescaleSlope } = await decoded(makeFile(DATA, pet('ADMIN')));
    expect([unit, rescaleSlope]).toEqual(['SUVbw', (2 * 70_000) / 350e6]);
  });

  test.each([
    [
      'a dose in megabecquerels',
      sequence(0x00540016, [
        [element(0x00181072, 'TM', '100000'), decimals(0x00181074, 350), decimals(0x00181075, 6600)],
      ]),
    ],
    ['a weight in grams', decimals(0x00101030, 70_000)],
  ])('%s is no factor: no uptake is claimed', async (_name, wrong) => {
    const { unit, rescaleSlope } = await decoded(makeFile(DATA, pet('ADMIN', [wrong])));
    expect([unit, rescaleSlope]).toEqual(['Bq/ml', 2]);
  });

  test('an administration after the clock of the scan was on the day before', async () => {
    const late = pet('START', [
      sequence(0x00540016, [
        [element(0x00181072, 'TM', '233000'), decimals(0x00181074, 350e6), decimals(0x00181075, 6600)],
      ]),
    ]);
    const { rescaleSlope } = await decoded(makeFile(DATA, late));
    expect(rescaleSlope).toBeCloseTo((2 * 70_000) / (350e6 * 2 ** (-41_400 / 6600)), 12);
  });

  test('a window of the file is in the unit of its shades', async () => {
    const window = [decimals(0x00281050, 5000), decimals(0x00281051, 10_000)];
    const { voi } = await decoded(makeFile(DATA, pet('ADMIN', window)));
    expect(voi.windows[0]?.width).toBeCloseTo((10_000 * 70_000) / 350e6, 12);
  });

  test.each([
    ['the weight', [element(0x00101030, 'DS', '')]],
    ['the dose', [sequence(0x00540016, [[decimals(0x00181075, 6600)]])]],
    [
      'the half-life',
      [sequence(0x00540016, [[element(0x00181072, 'TM', '100000'), decimals(0x00181074, 350e6)]])],
    ],
    ['a correction of attenuation', [code(0x00280051, 'DECY')]],
    ['a series before its pictures', [element(0x00080031, 'TM', '120000')]],
  ])('without %s there is none', async (_name, more) => {
    expect(await decoded(makeFile(DATA, pet('START', more)))).toMatchObject({
      unit: 'Bq/ml',
      rescaleSlope: 2,
    });
  });
});

describe('uptake of other kinds', () => {
  const stated = (units: string, type?: string) => [
    ...[code(0x00080060, 'PT'), code(0x00541001, units), decimals(0x00281053, 0.5)],
    ...(type === undefined ? [] : [code(0x00541006, type)]),
  ];

  test.each([
    ['GML', undefined, 'SUVbw'],
    ['GML', 'BW', 'SUVbw'],
    ['GML', 'LBM', 'SUVlbm'],
    ['GML', 'LBMJAMES128', 'SUVlbm(James128)'],
    ['GML', 'LBMJANMA', 'SUVlbm(Janma)'],
    ['GML', 'IBW', 'SUVibw'],
    ['GML', 'BSA', null],
    ['CM2ML', undefined, 'SUVbsa'],
    ['CM2ML', 'BSA', 'SUVbsa'],
    ['CM2ML', 'BW', null],
    ['PROPCPS', undefined, null],
    ['CNTS', undefined, null],
    ['bqml ', undefined, 'Bq/ml'],
  ])('%s of type %s is %s, and its slope is the file’s', async (units, type, unit) => {
    const frame = await decoded(makeFile(DATA, stated(units, type)));
    expect([frame.unit, frame.rescaleSlope]).toEqual([unit, 0.5]);
  });

  const tracer = sequence(0x00540016, [
    [element(0x00181072, 'TM', '100000'), decimals(0x00181074, 350e6), decimals(0x00181075, 6600)],
  ]);
  const counts = (...more: Bytes[]) => [
    ...[code(0x00080060, 'PT'), element(0x00080021, 'DA', '20260512'), element(0x00080031, 'TM', '110000')],
    ...[code(0x00280051, 'DECY\\ATTN'), code(0x00541001, 'CNTS'), code(0x00541102, 'START')],
    ...[decimals(0x00101030, 70), decimals(0x00281052, 0), decimals(0x00281053, 2), tracer],
    ...more,
  ];
  const creator = (tag: number) => element(tag, 'LO', 'Philips PET Private Group');
  const decayed = 350e6 * 2 ** (-3600 / 6600);

  test.each<[string, Bytes[], string | null, number]>([
    ['by its factor', [creator(0x70530010), decimals(0x70531000, 0.0004)], 'SUVbw', 2 * 0.0004],
    ['in another block', [creator(0x70530011), decimals(0x70531100, 0.0004)], 'SUVbw', 2 * 0.0004],
    [
      'by activity where the factor is nothing',
      [creator(0x70530010), decimals(0x70531000, 0), decimals(0x70531009, 1.5)],
      ...(['SUVbw', (2 * 1.5 * 70_000) / decayed] as const),
    ],
    [
      'in becquerels where the weight is missing',
      [creator(0x70530010), decimals(0x70531009, 1.5), element(0x00101030, 'DS', '')],
      ...(['Bq/ml', 3] as const),
    ],
    ['of another maker', [element(0x70530010, 'LO', 'OTHER'), decimals(0x70531000, 0.0004)], null, 2],
    ['without a factor', [creator(0x70530010)], null, 2],
    [
      'not corrected for attenuation',
      [creator(0x70530010), decimals(0x70531000, 0.0004), code(0x00280051, 'DECY')],
      ...([null, 2] as const),
    ],
  ])('counts of a Philips scanner %s', async (_, more, unit, slope) => {
    const frame = await decoded(makeFile(DATA, counts(...more)));
    expect(frame.unit).toBe(unit);
    expect(frame.rescaleSlope).toBeCloseTo(slope, 12);
  });
});

describe('spacing', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 0, y: 100 },
  ];
  const lengthIn = (file: Uint8Array) => {
    const { pixel_spacing: spacing, spacing_basis: basis, pixel_aspect_ratio: aspect } = headerOf(file);
    return measure('length', line, { spacing, basis, aspect, frame: undefined });
  };

  test('20a: what the detector counts is divided by the magnification', () => {
    expect(headerOf(readCase('20a'))).toMatchObject({ spacing_basis: 'magnification' });
    expect(lengthIn(readCase('20a')).value).toBeCloseTo(10 / 1.8);
  });

  test('without a magnification it is said to be of the detector', () => {
    const imager = decimals(0x00181164, 0.1, 0.1);
    expect(lengthIn(makeFile(DATA, [imager]))).toMatchObject({ unit: 'mm', isAtDetector: true });
    const same = makeFile(DATA, [imager, decimals(0x00280030, 0.1, 0.1)]);
    expect(lengthIn(same)).toMatchObject({ isAtDetector: true });
    const calibrated = makeFile(DATA, [imager, decimals(0x00280030, 0.08, 0.08)]);
    expect(lengthIn(calibrated)).toEqual({ value: 8, unit: 'mm' });
  });

  test.each<[string, Bytes[], number[] | null, string | null]>([
    [
      'a fiducial',
      [decimals(0x00280030, 0.1, 0.1), element(0x00280a02, 'CS', 'FIDUCIAL')],
      [0.1, 0.1],
      'patient',
    ],
    ['geometry', [decimals(0x00280030, 0.07, 0.07), code(0x00280a02, 'GEOMETRY')], [0.07, 0.07], 'patient'],
    ['nothing, spelt another way', [decimals(0x00280030, '0.100', '1e-1')], [0.1, 0.1], 'detector'],
    ['a spacing of nothing', [decimals(0x00280030, 0, 0)], [0.1, 0.1], 'detector'],
    ['one value', [decimals(0x00280030, 0.1)], [0.1, 0.1], 'detector'],
    ['a magnification of 1', [decimals(0x00181114, 1)], [0.1, 0.1], 'magnification'],
    ['a magnification that shrinks', [decimals(0x00181114, 0.5)], [0.1, 0.1], 'detector'],
  ])('calibrated by %s is %j', async (_, more, spacing, basis) => {
    const header = headerOf(makeFile(DATA, [decimals(0x00181164, 0.1, 0.1), ...more]));
    expect([header.pixel_spacing, header.spacing_basis]).toEqual([spacing, basis]);
  });

  test('of one value, of nothing or of something that is no number is none', () => {
    for (const values of [[0.2], [0, 0], [0.2, -0.2], ['a', 'b']]) {
      expect(headerOf(makeFile(DATA, [decimals(0x00280030, ...values)]))).toMatchObject({
        ...{ pixel_spacing: null, spacing_basis: null },
      });
    }
  });

  test('20b: pixels twice as high as wide make an angle of 63.4°, a length counts their width', () => {
    const { pixel_spacing: spacing, pixel_aspect_ratio: aspect } = headerOf(readCase('20b'));
    const corner = [
      { x: 1, y: 0 },
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(measure('angle', corner, { spacing, aspect, frame: undefined }).value).toBeCloseTo(63.435, 2);
    expect(lengthIn(readCase('20b'))).toEqual({ value: 200, unit: 'px' });
  });

  test('a file that says nothing is not calibrated', () => {
    expect(headerOf(makeFile(DATA))).toMatchObject({ pixel_spacing: null, spacing_basis: null });
    expect(lengthIn(makeFile(DATA))).toEqual({ value: 100, unit: 'px' });
  });
});
