import { describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { readCodestream } from '#server/imaging/processing/dicom/codestream.ts';
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

  test('samples of 12 bits lie without a gap', async () => {
    // 0x123, 0x456, 0x789, 0xabc, lowest bits first.
    const data = Uint8Array.of(0x23, 0x61, 0x45, 0x89, 0xc7, 0xab);
    const file = makeFile({ ...PIXELS, bitsAllocated: 12, bitsStored: 12, highBit: 11, data });
    expect(Array.from((await decoded(file)).samples)).toEqual([0x123, 0x456, 0x789, 0xabc]);
  });

  test.each(['monochrome1', 'MONOCHROME_1', 'MONO CHROME 1'])('%s is MONOCHROME1', async (spelt) => {
    const file = makeFile({ ...PIXELS, photometricInterpretation: spelt, data: words([1, 2, 3, 4]) });
    expect((await decoded(file)).photometricInterpretation).toBe('MONOCHROME1');
  });

  const colours = { ...PIXELS, samplesPerPixel: 3, photometricInterpretation: 'RGB', columns: 1 } as const;
  test.each([
    ['12 bits at the top', { bitsStored: 12, highBit: 15 }, words([0, 0x8000, 0xfff0, 16, 32, 48])],
    ['10 bits under others', { bitsStored: 10, highBit: 9 }, words([0xf000, 0xf200, 0xf3ff, 0, 0, 0])],
    [
      'signed ones',
      { bitsAllocated: 8, bitsStored: 8, highBit: 7, isSigned: true } as const,
      Uint8Array.of(128, 0, 127, 128, 128, 128),
    ],
    [
      '6 of 8 bits',
      { bitsAllocated: 8, bitsStored: 6, highBit: 5 } as const,
      Uint8Array.of(0, 32, 63, 0, 0, 0),
    ],
  ])('colours of %s are spread over eight', async (_name, bits, data) => {
    const { samples } = await decoded(makeFile({ ...colours, ...bits, data }));
    const [black, middle = 0, white] = samples;
    expect([black, white]).toEqual([0, 255]);
    expect(Math.abs(middle - 128)).toBeLessThan(3);
  });
});

describe('plain pixels in fragments', () => {
  const fragments = (...bodies: Uint8Array[]) =>
    concatBytes([...bodies.map(itemOf), Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0)]);
  function itemOf(body: Uint8Array): Uint8Array {
    const head = Uint8Array.of(0xfe, 0xff, 0x00, 0xe0, body.length, 0, 0, 0);
    return concatBytes([head, body]);
  }
  function fileWith(...bodies: Uint8Array[]): Uint8Array {
    const file = makeFile({ ...PIXELS, data: words([0]) });
    const value = fragments(...bodies);
    const end = Uint8Array.from(file.subarray(0, file.length - 2));
    // Corrupt the length of the pixel data, the last element.
    end.fill(0xff, end.length - 4);
    return concatBytes([end, value]);
  }

  test('are those of the fragments, not their heads', async () => {
    const file = fileWith(new Uint8Array(), words([1, 2, 3, 4]));
    expect(Array.from((await decoded(file)).samples)).toEqual([1, 2, 3, 4]);
  });

  test('that are too few are refused', async () => {
    await expect(decoded(fileWith(new Uint8Array(), words([1, 2])))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

test('pixels of a private syntax are refused by name', async () => {
  const file = Buffer.from(makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }));
  const at = file.indexOf('1.2.840.10008.1.2.1\0');
  file.write('1.2.840.113619.9.2.', at);
  await expect(decoded(file)).rejects.toMatchObject({ code: 'unsupported_syntax' });
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
