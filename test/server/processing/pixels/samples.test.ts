import { describe, expect, test } from 'vitest';
import { makeFile, PIXELS, words } from '#scripts/pixels/make-file.ts';
import { readCodestream } from '#server/processing/dicom/codestream.ts';
import { decoded, readCase } from './decoded.ts';

const ramp = Array.from({ length: 4096 }, (_, at) => at - 2048);
const samplesOf = async (name: string) => Array.from((await decoded(readCase(name))).samples);

describe('samples of a codec', () => {
  test.each([
    ['02a', 'RLE'],
    ['02b', 'JPEG lossless'],
    ['02c', 'JPEG-LS'],
  ])('%s: 12 signed bits in %s keep their sign', async (name) => {
    expect(await samplesOf(name)).toEqual(ramp);
  });

  test('02d: 15 of 16 bits in JPEG-LS keep their sign', async () => {
    const samples = await samplesOf('02d');
    expect(Math.min(...samples)).toBeLessThan(0);
    expect(Math.min(...samples)).toBeGreaterThanOrEqual(-16_384);
    expect(Math.max(...samples)).toBeLessThan(16_384);
  });

  test('02e: an overlay in an unused bit is not in the samples', async () => {
    expect(Math.max(...(await samplesOf('02e')))).toBe(4095);
  });

  test('02f: an unsigned JPEG 2000 codestream of a signed file is read by its precision', async () => {
    const samples = await samplesOf('02f');
    expect(samples[0]).toBe(-2000);
    expect([47, 48, 49, 50].map((row) => samples[row * 512 + 279])).toEqual([621, 412, 138, -193]);
  });

  test('12: a segmentation of one bit in JPEG 2000 shows what is segmented', async () => {
    const samples = await samplesOf('12');
    expect(samples.reduce((sum, value) => sum + value, 0)).toBe(36_233);
  });

  test('22: components numbered as JFIF does are YCbCr, though the file says RGB', async () => {
    const [red = 0, green = 0, blue = 0] = await samplesOf('22');
    expect(Math.abs(red - 220)).toBeLessThan(3);
    expect(Math.abs(green - 40)).toBeLessThan(3);
    expect(Math.abs(blue - 40)).toBeLessThan(3);
  });
});

describe('samples of an uncompressed file', () => {
  test('10a: bytes in big endian words are in their order', async () => {
    expect((await samplesOf('10a')).slice(0, 4)).toEqual([0, 9, 18, 27]);
  });

  test('10b: so are those of an odd number of pixels', async () => {
    expect((await samplesOf('10b')).slice(0, 3)).toEqual([166, 141, 52]);
  });

  test.each([
    [
      'left-justified',
      { bitsStored: 12, highBit: 15 },
      [0x8000, 0x7ff0, 0x0010, 0xfff0],
      [-2048, 2047, 1, -1],
    ],
    [
      'with bits above',
      { bitsStored: 12, highBit: 11 },
      [0xf800, 0xa7ff, 0x1001, 0x5fff],
      [-2048, 2047, 1, -1],
    ],
    [
      'with bits on both sides',
      { bitsStored: 10, highBit: 12 },
      [0xf001, 0x0ff9, 0x1000, 0x0008],
      [-512, 511, -512, 1],
    ],
  ])('12 signed bits %s', async (_name, bits, data, expected) => {
    const file = makeFile({ ...PIXELS, ...bits, isSigned: true, data: words(data) });
    expect(Array.from((await decoded(file)).samples)).toEqual(expected);
  });
});

describe('readCodestream', () => {
  const BASELINE = '1.2.840.10008.1.2.4.50';
  const frame = (ids: number[], sampling = [0x11, 0x11, 0x11]) => [
    ...[0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3],
    ...ids.flatMap((id, at) => [id, sampling[at] ?? 0x11, 0]),
  ];
  const adobe = (transform: number) => [
    ...[0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform],
  ];

  test.each([
    ['Adobe without a transform before numbers', [...adobe(0), ...frame([1, 2, 3])], 'RGB'],
    ['Adobe with a transform', [...adobe(1), ...frame([9, 8, 7])], 'YBR_FULL'],
    ['letters', frame([82, 71, 66]), 'RGB'],
    ['numbers', frame([1, 2, 3]), 'YBR_FULL'],
    ['halved colours', frame([0, 1, 2], [0x21, 0x11, 0x11]), 'YBR_FULL'],
    ['nothing', frame([0, 1, 2]), undefined],
  ])('colours by %s', (_name, bytes, expected) => {
    expect(readCodestream(BASELINE, Uint8Array.from([0xff, 0xd8, ...bytes])).colours).toBe(expected);
  });

  test('bytes that are no codestream say nothing', () => {
    for (const uid of [BASELINE, '1.2.840.10008.1.2.4.80', '1.2.840.10008.1.2.4.90']) {
      expect(readCodestream(uid, Uint8Array.of(1, 2, 3, 4, 5, 6, 7))).toMatchObject({ precision: undefined });
    }
  });
});
