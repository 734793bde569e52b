/** Tests frames of float pixels: values, units, and pixels without a value. */
import { describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { framePicture } from '#server/imaging/processing/decoders/frame-picture.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { code, el, LITTLE_EXPLICIT, us } from '#test/support/dicom/report.ts';
import {
  EXPLICIT,
  fileAround,
  type WrittenElement,
  writeElements,
} from '#test/support/dicom/written-object.ts';

const PARAMETRIC_MAP = '1.2.840.10008.5.1.4.1.1.30';
const fd = (tag: string, value: number) => el(tag, 'FD', new Uint8Array(Float64Array.of(value).buffer));
const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);
const doubles = (values: readonly number[]) => new Uint8Array(Float64Array.from(values).buffer);

/** A map of two by two pixels a frame. */
function map(pixels: WrittenElement, bits: number, frames = 1, more: readonly WrittenElement[] = []): Buffer {
  const elements = [
    el('00080016', 'UI', PARAMETRIC_MAP),
    el('00080060', 'CS', 'MR'),
    us('00280002', 1),
    el('00280004', 'CS', 'MONOCHROME2'),
    el('00280008', 'IS', String(frames)),
    us('00280010', 2),
    us('00280011', 2),
    us('00280100', bits),
    ...more,
    pixels,
  ].toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
  return fileAround(writeElements(elements, { encoding: EXPLICIT }), { transferSyntaxUid: LITTLE_EXPLICIT });
}

/** One linear mapping for all frames. */
function mapping(slope: number, intercept: number, unit: string): WrittenElement {
  const values = [
    el('004008ea', 'SQ', [code(unit, unit, 'UCUM')]),
    fd('00409224', intercept),
    fd('00409225', slope),
  ];
  return el('52009229', 'SQ', [[el('00409096', 'SQ', [values])]]);
}

async function read(file: Buffer, frame = 0) {
  const dataset = openDataset(file);
  const decoded = await decodeFrame(dataset, pixelFormat(dataset), frame);
  const values = Array.from(decoded.samples, (sample) =>
    sample === decoded.noValue ? null : sample * decoded.rescaleSlope + decoded.rescaleIntercept,
  );
  return { ...decoded, values };
}

describe('float pixels', () => {
  test('keep fractions to a part in four thousand million of their range', async () => {
    const given = [0.000_25, -1.5, 3.25, 1e-7];
    for (const pixels of [el('7fe00008', 'OF', floats(given)), el('7fe00009', 'OD', doubles(given))]) {
      const { values } = await read(map(pixels, pixels.tag === '7fe00008' ? 32 : 64));
      for (const [at, value] of values.entries()) expect(value).toBeCloseTo(given[at] ?? 0, 8);
    }
  });

  test('keep whole numbers exactly, and a frame of one value', async () => {
    expect((await read(map(el('7fe00008', 'OF', floats([1, -7, 1200, 0])), 32))).values).toEqual([
      1, -7, 1200, 0,
    ]);
    expect((await read(map(el('7fe00008', 'OF', floats([2.5, 2.5, 2.5, 2.5])), 32))).values).toEqual([
      2.5, 2.5, 2.5, 2.5,
    ]);
  });

  test('are those of their own frame', async () => {
    const file = map(el('7fe00008', 'OF', floats([1, 2, 3, 4, 5, 6, 7, 8])), 32, 2);
    expect((await read(file, 1)).values).toEqual([5, 6, 7, 8]);
  });

  test('that are no numbers have no value, and do not set the window', async () => {
    const file = map(el('7fe00008', 'OF', floats([Number.NaN, 10, 20, Number.POSITIVE_INFINITY])), 32);
    const frame = await read(file);
    expect(frame.values).toEqual([null, 10, 20, null]);
    expect(frame.range).toEqual({ low: 10, high: 20 });
    const empty = await read(
      map(el('7fe00008', 'OF', floats([Number.NaN, Number.NaN, Number.NaN, Number.NaN])), 32),
    );
    expect([empty.values, empty.range]).toEqual([[null, null, null, null], undefined]);
  });

  test('have a padding that does not set the window', async () => {
    const padding = el('00280122', 'FL', floats([-1000]));
    const frame = await read(map(el('7fe00008', 'OF', floats([-1000, 1, 2, 3])), 32, 1, [padding]));
    expect(frame.values).toEqual([-1000, 1, 2, 3]);
    expect(frame.range).toEqual({ low: 1, high: 3 });
  });

  test('have the unit of their one linear mapping', async () => {
    const pixels = el('7fe00008', 'OF', floats([1, 2, 3, 4]));
    expect(await read(map(pixels, 32, 1, [mapping(0.5, 0, 'um2/s')]))).toMatchObject({
      unit: 'um2/s',
      values: [0.5, 1, 1.5, 2],
    });
    expect(await read(map(pixels, 32, 1, [mapping(0.5, 7, 'um2/s')]))).toMatchObject({
      unit: null,
      values: [1, 2, 3, 4],
    });
  });

  test('that end early are damaged', async () => {
    await expect(read(map(el('7fe00008', 'OF', floats([1, 2, 3])), 32))).rejects.toThrow('damaged');
  });

  test('make a picture', async () => {
    const { data } = await framePicture(openDataset(map(el('7fe00008', 'OF', floats([0, 1, 2, 4])), 32)));
    expect([...data]).toEqual([0, 64, 128, 255]);
  });
});

describe('framePicture', () => {
  /** Frames of eight by eight pixels; only `filled` has content. */
  function segmentation(frames: number, filled: number, bits: 1 | 8): Buffer {
    const bytes = 8 * bits;
    const data = new Uint8Array(frames * bytes);
    data.fill(0x0f, filled * bytes, filled * bytes + bytes / 2);
    const elements = [
      el('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.66.4'),
      us('00280002', 1),
      el('00280004', 'CS', 'MONOCHROME2'),
      el('00280008', 'IS', String(frames)),
      us('00280010', 8),
      us('00280011', 8),
      us('00280100', bits),
      us('00280101', bits),
      us('00280102', bits - 1),
      us('00280103', 0),
      el('7fe00010', 'OB', data),
    ];
    return fileAround(writeElements(elements, { encoding: EXPLICIT }), {
      transferSyntaxUid: LITTLE_EXPLICIT,
    });
  }

  test.each([
    ['binary', 1],
    ['fractional', 8],
  ] as const)('finds the only frame of a %s segmentation with content', async (_, bits) => {
    const { data } = await framePicture(openDataset(segmentation(500, 333, bits)));
    expect(data.some((grey) => grey === 0) && data.some((grey) => grey === 255)).toBe(true);
  });

  test('has none of a segmentation without content', async () => {
    await expect(framePicture(openDataset(segmentation(500, 500, 1)))).rejects.toThrow('no_picture');
  });
});
