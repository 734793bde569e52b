/** How a frame is shown: the same in preview, viewer, key image and PDF. */
import { describe, expect, test } from 'vitest';
import { greyFunction, shadingOf } from '#dicom/greys.ts';
import { type Bytes, element, sequence } from '#dicom/write/elements.ts';
import { decimals, makeFile, PIXELS, tableItem, words } from '#scripts/pixels/make-file.ts';
import { runFrames } from '#server/processing/sandbox/run-frames.ts';
import { runPictures } from '#server/processing/sandbox/run-pictures.ts';
import { decoded, readCase } from './decoded.ts';

const RAMP = Array.from({ length: 256 }, (_, at) => at);
const ramp = (more: readonly Bytes[], data = RAMP) =>
  makeFile({ ...PIXELS, rows: 16, columns: 16, data: words(data) }, more);

/** What the viewer makes of the frame as the server answers it. */
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
    // Sample 40 is the shade -20, which is the first entry; sample 50 is 0, the 21st.
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
