import { describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { type DecodedFrame, decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { renderFrame } from '#server/imaging/processing/dicom/windowing.ts';
import { patched, readGolden, readSample, transcode } from './dicom-samples.ts';

async function decode(bytes: Uint8Array, frame = 0): Promise<DecodedFrame> {
  const dataset = openDataset(bytes);
  return decodeFrame(dataset, pixelFormat(dataset), frame);
}

async function shown(bytes: Uint8Array): Promise<Uint8Array> {
  return renderFrame(openDataset(bytes), await decode(bytes));
}

function difference(left: ArrayLike<number>, right: ArrayLike<number>) {
  let sum = 0;
  let largest = 0;
  for (let at = 0; at < left.length; at += 1) {
    const distance = Math.abs((left[at] ?? 0) - (right[at] ?? 0));
    sum += distance;
    largest = Math.max(largest, distance);
  }
  return { largest, mean: sum / left.length };
}

function correlation(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const mean = (values: ArrayLike<number>) =>
    Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(left), mean(right)];
  let [both, one, other] = [0, 0, 0];
  for (let at = 0; at < left.length; at += 1) {
    const [x, y] = [(left[at] ?? 0) - a, (right[at] ?? 0) - b];
    both += x * y;
    one += x * x;
    other += y * y;
  }
  return both / Math.sqrt(one * other);
}

describe('a frame after windowing', () => {
  test.each([
    ['CT_small', 'CT_small', 1, 1],
    ['MR_small', 'MR_small', 1, 1],
    ['MR_small_implicit', 'MR_small', 1, 1],
    ['MR_small_bigendian', 'MR_small', 1, 1],
    ['MR_small_RLE', 'MR_small', 1, 1],
    ['MR_small_jp2klossless', 'MR_small', 1, 1],
    ['MR_small_jpeg_ls_lossless', 'MR_small', 1, 1],
    ['JPEGLSNearLossless_16', 'JPEGLSNearLossless_16', 1, 1],
    ['badVR', 'badVR', 1, 1],
    ['examples_palette', 'examples_palette', 3, 0],
    ['SC_rgb_jpeg_dcmtk', 'SC_rgb_jpeg_dcmtk', 3, 3],
    ['SC_ybr_full_422_uncompressed', 'SC_ybr_full_422_uncompressed', 3, 2],
  ] as const)('%s is the picture another program shows', async (name, golden, channels, tolerance) => {
    const expected = await readGolden(golden, channels);
    const picture = await shown(readSample(name));
    expect(picture.length).toBe(expected.data.length);
    expect(difference(picture, expected.data).largest).toBeLessThanOrEqual(tolerance);
  });

  test('a lossy JPEG 2000 is the picture its JPEG twin is', async () => {
    const expected = await readGolden('JPEG2000', 1);
    const picture = await shown(readSample('JPEG2000'));
    expect(picture.length).toBe(expected.data.length);
    // Both lost different values at the dark end, so only the shapes are compared.
    expect(correlation(picture, expected.data)).toBeGreaterThan(0.94);
  });

  test('a colour loop in JPEG is the picture another program shows, but for the way it spreads its colours', async () => {
    const expected = await readGolden('examples_ybr_color', 3);
    const picture = await shown(readSample('examples_ybr_color'));
    expect(picture.length).toBe(expected.data.length);
    expect(difference(picture, expected.data).mean).toBeLessThan(1);
  });

  test('every frame of a loop is its own', async () => {
    const loop = readSample('examples_ybr_color');
    const [first, last] = [await decode(loop, 0), await decode(loop, 29)];
    expect(last.samples).toHaveLength(first.samples.length);
    expect(Buffer.compare(Buffer.from(first.samples), Buffer.from(last.samples))).not.toBe(0);
  });

  test('a file without its preamble and meta header is shown too', async () => {
    const whole = readSample('CT_small');
    const start = openDataset(whole).element('x00080005')?.dataOffset ?? 0;
    const bare = whole.subarray(start - 8);
    expect(await shown(bare)).toEqual(await shown(whole));
  });

  test('MONOCHROME1 is shown the other way round', async () => {
    const straight = await shown(readSample('CT_small'));
    const inverted = await shown(patched(readSample('CT_small'), 'MONOCHROME2 ', 'MONOCHROME1 '));
    expect(inverted[0]).toBe(255 - (straight[0] ?? 0));
  });
});

describe('a transfer syntax the codecs know', () => {
  test.each([
    ['RLE', '1.2.840.10008.1.2.5'],
    ['JPEG lossless', '1.2.840.10008.1.2.4.70'],
    ['JPEG-LS', '1.2.840.10008.1.2.4.80'],
    ['JPEG 2000', '1.2.840.10008.1.2.4.90'],
    ['JPEG XL', '1.2.840.10008.1.2.4.110'],
    ['HTJ2K', '1.2.840.10008.1.2.4.201'],
    ['HTJ2K RPCL', '1.2.840.10008.1.2.4.202'],
    ['big endian', '1.2.840.10008.1.2.2'],
    ['implicit', '1.2.840.10008.1.2'],
  ])('%s keeps every sample', async (_name, uid) => {
    const before = await decode(readSample('CT_small'));
    const after = await decode(await transcode('CT_small', uid));
    expect(Array.from(after.samples)).toEqual(Array.from(before.samples));
    expect({ ...after, samples: null }).toEqual({ ...before, samples: null });
  });

  test.each([
    ['JPEG-LS near lossless', '1.2.840.10008.1.2.4.81'],
    ['JPEG 2000', '1.2.840.10008.1.2.4.91'],
    ['JPEG XL', '1.2.840.10008.1.2.4.112'],
    ['HTJ2K', '1.2.840.10008.1.2.4.203'],
  ])('%s, lossy, stays close', async (_name, uid) => {
    const before = await shown(readSample('CT_small'));
    const after = await shown(await transcode('CT_small', uid));
    expect(difference(after, before).mean).toBeLessThan(6);
  });
});

describe('what has no picture', () => {
  const code = (bytes: Uint8Array) =>
    decode(bytes).then(
      () => 'shown',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );

  test.each([
    ['MPEG2', 'unsupported_syntax'],
    ['MR_truncated', 'damaged'],
    ['test-SR', 'no_picture'],
  ])('%s: %s', async (name, expected) => {
    expect(await code(readSample(name))).toBe(expected);
  });

  test.each([1_000, 3_000, 10_000])('a CT that ends after %i bytes: damaged', async (bytes) => {
    const cut = readSample('CT_small').subarray(0, bytes);
    expect(await code(cut)).toBe('damaged');
  });

  test('a video, an unknown syntax: unsupported_syntax', async () => {
    const encoded = await transcode('CT_small', '1.2.840.10008.1.2.4.201');
    for (const other of ['1.2.840.10008.1.2.4.102', '1.2.840.10008.1.2.4.999']) {
      expect(await code(patched(encoded, '1.2.840.10008.1.2.4.201', other))).toBe('unsupported_syntax');
    }
  });

  test('a PDF in a DICOM envelope: no_picture', async () => {
    const report = readSample('test-SR');
    const sopClass = openDataset(report).text('x00080016') ?? '';
    expect(await code(patched(report, sopClass, '1.2.840.10008.5.1.4.1.1.104.1'))).toBe('no_picture');
  });

  test('rows and columns nobody has: too_large', async () => {
    const bytes = Buffer.from(readSample('CT_small'));
    const { parsed } = openDataset(bytes);
    bytes.writeUInt16LE(65_000, parsed.elements['x00280010']?.dataOffset ?? 0);
    bytes.writeUInt16LE(65_000, parsed.elements['x00280011']?.dataOffset ?? 0);
    expect(await code(bytes)).toBe('too_large');
  });
});
