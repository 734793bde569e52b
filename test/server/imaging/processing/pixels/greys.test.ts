/** Tests that a frame looks the same in preview, viewer, key image and PDF. */
import { describe, expect, test } from 'vitest';
import { greyFunction, shadingOf } from '#dicom/picture/voi-lut.ts';
import { type Bytes, element, sequence } from '#dicom/write/encode-elements.ts';
import { decimals, groupsByFrame, makeFile, PIXELS, tableItem, words } from '#lanes/pixels/make-file.ts';
import { runFrames } from '#server/imaging/processing/sandbox/run-frames.ts';
import { runPictures } from '#server/imaging/processing/sandbox/run-pictures.ts';
import { decoded, readCase } from './decoded.ts';

const RAMP = Array.from({ length: 256 }, (_, at) => at);
const ramp = (more: readonly Bytes[], data = RAMP) =>
  makeFile({ ...PIXELS, rows: 16, columns: 16, data: words(data) }, more);

/** Renders the server's frame as the viewer does. */
async function viewed(file: Uint8Array): Promise<number[]> {
  const { frames } = await runFrames(file, { kind: 'frames', first: 0, count: 1, maxBytes: 1 << 20 });
  const [frame] = frames;
  if (frame === undefined) throw new Error('The file has no frame.');
  const { description, data } = frame;
  const samples = description.bits_allocated === 16 ? new Uint16Array(data.buffer) : data;
  return Array.from(samples, greyFunction(description, shadingOf(description)));
}

async function bothWays(file: Uint8Array): Promise<number[]> {
  const preview = Array.from((await decoded(file)).greys);
  expect(await viewed(file)).toEqual(preview);
  return preview;
}

describe('lookup tables', () => {
  const root = (value: number) => Math.round(Math.sqrt(value / 4095) * 65_535);
  test.each(['03a', '03b'])('%s: a modality table begins below zero', async (name) => {
    const { samples } = await decoded(readCase(name));
    expect([0, 1024, 2048, 4095].map((at) => samples[at])).toEqual([0, 1024, 2048, 4095].map(root));
  });

  test('03c: a VOI table begins below zero', async () => {
    const { greys } = await decoded(readCase('03c'));
    expect([0, 1024, 2048, 4095].map((at) => greys[at])).toEqual([0, 16, 64, 255]);
  });

  test('03d: a palette begins below zero', async () => {
    const { samples } = await decoded(readCase('03d'));
    expect([...samples.slice(0, 3), ...samples.slice(-3)]).toEqual([0, 255, 128, 255, 0, 128]);
  });

  test('04: the viewer shows the VOI table', async () => {
    expect((await bothWays(readCase('04')))[1024]).toBe(243);
  });

  test('a table after a rescale is asked by shades, and holds its ends', async () => {
    const entries = Array.from({ length: 64 }, (_, at) => 63 - at);
    const file = ramp([
      decimals(0x00281052, -100),
      decimals(0x00281053, 2),
      sequence(0x00283010, [tableItem(0x1_0000 - 20, 6, entries)]),
    ]);
    const greys = await bothWays(file);
    // Sample 40 has the value -20, the first entry; sample 50 is 0, the 21st.
    expect([0, 40, 50, 72, 255].map((at) => greys[at])).toEqual([
      255,
      255,
      Math.round((43 / 63) * 255),
      0,
      0,
    ]);
  });

  test('a window beside a table is shown before it', async () => {
    const file = ramp([
      decimals(0x00281050, 100),
      decimals(0x00281051, 50),
      sequence(0x00283010, [tableItem(0, 8, RAMP.toReversed())]),
    ]);
    const greys = await bothWays(file);
    expect([greys[0], greys[255]]).toEqual([0, 255]);
  });
});

describe('windows', () => {
  test.each([
    ['LINEAR', 100, 51, (v: number) => Math.min(Math.max((v - 99.5) / 50 + 0.5, 0), 1)],
    ['LINEAR_EXACT', 100, 50, (v: number) => Math.min(Math.max((v - 100) / 50 + 0.5, 0), 1)],
    ['SIGMOID', 100, 50, (v: number) => 1 / (1 + Math.exp((-4 * (v - 100)) / 50))],
    ['sigmoid', 100, 50, (v: number) => 1 / (1 + Math.exp((-4 * (v - 100)) / 50))],
    ['Linear_exact ', 100, 50, (v: number) => Math.min(Math.max((v - 100) / 50 + 0.5, 0), 1)],
  ])('%s', async (name, center, width, part) => {
    const file = ramp([
      decimals(0x00281050, center),
      decimals(0x00281051, width),
      element(0x00281056, 'CS', name),
    ]);
    expect(await bothWays(file)).toEqual(RAMP.map((value) => Math.round(part(value) * 255)));
  });

  test('18b: the range of the pixels leaves padding out', async () => {
    const { center = 0, width = 0 } = (await decoded(readCase('18b'))).voi.windows[0] ?? {};
    expect(center - width / 2).toBeGreaterThanOrEqual(-1);
  });

  test('18c: a pair with an empty value is left out, the others count', async () => {
    expect((await decoded(readCase('18c'))).voi.windows[0]).toEqual({ center: 40, width: 400 });
    const second = ramp([decimals(0x00281050, '', 40), decimals(0x00281051, 10, 400)]);
    expect((await decoded(second)).voi.windows).toEqual([{ center: 40, width: 400 }]);
  });

  test('padding under a modality table is left out by its sample', async () => {
    const data = RAMP.map((value) => (value < 16 ? 9999 : value));
    const file = ramp(
      [
        element(0x00280120, 'US', words([9999])),
        sequence(0x00283000, [
          tableItem(
            0,
            16,
            RAMP.map((v) => v * 3),
          ),
        ]),
      ],
      data,
    );
    expect((await decoded(file)).voi.windows[0]).toEqual({ center: 48 + (765 - 48 + 1) / 2, width: 718 });
  });

  test('shades far below one are shown in their own range', async () => {
    const greys = await bothWays(ramp([decimals(0x00281053, 0.0001), decimals(0x00281052, 0)]));
    expect([greys[0], greys[255]]).toEqual([0, 255]);
  });

  test('a window of one shade has nothing between black and white', async () => {
    const greys = await bothWays(ramp([decimals(0x00281050, 100), decimals(0x00281051, 1)]));
    expect([greys[99], greys[100], greys[101]]).toEqual([0, 255, 255]);
  });

  test('MONOCHROME1 is the other way round', async () => {
    const file = ramp([
      element(0x00280004, 'CS', 'MONOCHROME1'),
      decimals(0x00281050, 128),
      decimals(0x00281051, 256),
    ]);
    const greys = await bothWays(file);
    expect([greys[0], greys[255]]).toEqual([255, 0]);
  });
});

describe('the presentation table', () => {
  test.each([
    ['INVERSE', 'MONOCHROME2', [255, 0]],
    ['INVERSE', 'MONOCHROME1', [255, 0]],
    ['IDENTITY', 'MONOCHROME1', [0, 255]],
    ['IDENTITY', 'MONOCHROME2', [0, 255]],
  ])('%s of %s says last what is bright, as in DCMTK', async (shape, photometric, ends) => {
    const file = ramp([element(0x00280004, 'CS', photometric), element(0x20500020, 'CS', shape)]);
    const greys = await bothWays(file);
    expect([greys[0], greys[255]]).toEqual(ends);
  });
});

describe('palettes', () => {
  const picture = { ...PIXELS, rows: 16, columns: 16, bitsAllocated: 8, bitsStored: 8, highBit: 7 } as const;
  const coloured = (...more: Bytes[]) =>
    makeFile({ ...picture, photometricInterpretation: 'PALETTE COLOR', data: Uint8Array.from(RAMP) }, more);
  const table = (colour: 1 | 2 | 3, bits: number, entries: readonly number[]) => [
    element(0x00281100 + colour, 'US', words([entries.length, 0, bits])),
    element(0x00281200 + colour, 'OW', words(entries)),
  ];
  const colourAt = async (file: Uint8Array, at: number) =>
    Array.from((await decoded(file)).samples.subarray(at * 3, at * 3 + 3));

  test('a dark colour beside bright ones is dark', async () => {
    const bright = RAMP.map((value) => value * 257);
    const file = coloured(...table(1, 16, RAMP), ...table(2, 16, bright), ...table(3, 16, bright));
    expect(await colourAt(file, 255)).toEqual([0, 255, 255]);
  });

  test('entries of 12 bits are spread over them', async () => {
    const entries = RAMP.map((value) => value * 16);
    const file = coloured(...table(1, 12, entries), ...table(2, 12, entries), ...table(3, 12, entries));
    expect(await colourAt(file, 200)).toEqual([200, 200, 200]);
  });

  test('segments are unfolded: values, lines, and what was there before', async () => {
    // Segments: 0, 257; a line of 126 to 0x8000; the line repeated from its end.
    const segments = words([0, 2, 0, 257, 1, 126, 0x8000, 2, 1, 8, 0, 0, 2, 7, 7]);
    const described = ([1, 2, 3] as const).flatMap((colour) => [
      element(0x00281100 + colour, 'US', words([256, 0, 16])),
      element(0x00281220 + colour, 'OW', segments),
    ]);
    const file = coloured(...described);
    expect(await colourAt(file, 1)).toEqual([1, 1, 1]);
    expect(await colourAt(file, 127)).toEqual([128, 128, 128]);
    expect(await colourAt(file, 253)).toEqual([128, 128, 128]);
    expect(await colourAt(file, 254)).toEqual([0, 0, 0]);
  });
});

test('a VOI table of a frame shapes that frame', async () => {
  const file = makeFile({ ...PIXELS, rows: 16, columns: 16, frames: 2, data: words([...RAMP, ...RAMP]) }, [
    groupsByFrame([
      [sequence(0x00289132, [[sequence(0x00283010, [tableItem(0, 8, RAMP)])]])],
      [sequence(0x00289132, [[sequence(0x00283010, [tableItem(0, 8, RAMP.toReversed())])]])],
    ]),
  ]);
  expect([(await decoded(file, 0)).greys[250], (await decoded(file, 1)).greys[250]]).toEqual([250, 5]);
});

describe('an even picture', () => {
  test('of a window beside its pixels is shown by their range, and said to be', async () => {
    const file = ramp([decimals(0x00281050, 5000), decimals(0x00281051, 100)]);
    const { voi, greys } = await decoded(file);
    expect(voi.source).toBe('pixels');
    expect(voi.windows.at(-1)).toEqual({ center: 5000, width: 100 });
    expect([greys[0], greys[255]]).toEqual([0, 255]);
    expect(await runPictures(file, 'dicom')).toMatchObject({ error: null });
  });

  test('of pixels that are all alike is no picture', async () => {
    const made = await runPictures(
      ramp(
        [],
        RAMP.map(() => 7),
      ),
      'dicom',
    );
    expect(made).toMatchObject({ error: 'no_picture', thumbnail: null, preview: null });
  });

  test('at the beginning of a loop gives way to a frame that shows something', async () => {
    const data = words([...RAMP.map(() => 7), ...RAMP]);
    const loop = makeFile({ ...PIXELS, rows: 16, columns: 16, frames: 2, data });
    expect(await runPictures(loop, 'dicom')).toMatchObject({ error: null });
  });
});
