/** Tests drawn overlays against values of `dcm2pnm`, with stated exceptions. */
import { describe, expect, test } from 'vitest';
import { decodeRuns, encodeRuns } from '#contract/drives/overlay-runs.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { type Bytes, element, unsignedShort } from '#dicom/write/encode-elements.ts';
import { decimals, makeFile, PIXELS, type PixelsToMake, words } from '#lanes/pixels/make-file.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { runFrames } from '#server/imaging/processing/sandbox/run-frames.ts';

interface Plane {
  readonly rows?: number;
  readonly columns?: number;
  readonly type?: 'G' | 'R';
  readonly origin?: readonly [number, number];
  readonly bits?: readonly number[];
  readonly frames?: number;
  readonly first?: number;
  readonly sampleBit?: number;
}

function plane(at: number, { rows = 4, columns = 4, type = 'G', origin = [1, 1], ...more }: Plane): Bytes[] {
  const group = (0x6000 + 2 * at) * 0x1_0000;
  const { bits, frames, first, sampleBit } = more;
  return [
    unsignedShort(group + 0x10, rows),
    unsignedShort(group + 0x11, columns),
    ...(frames === undefined ? [] : [element(group + 0x15, 'IS', String(frames))]),
    element(group + 0x40, 'CS', type),
    element(group + 0x50, 'SS', words(origin)),
    ...(first === undefined ? [] : [unsignedShort(group + 0x51, first)]),
    unsignedShort(group + 0x100, sampleBit === undefined ? 1 : 16),
    unsignedShort(group + 0x102, sampleBit ?? 0),
    ...(bits === undefined ? [] : [element(group + 0x3000, 'OW', words(bits))]),
  ];
}

const pixels = (frames: number, samples?: readonly number[]): PixelsToMake => ({
  ...{ ...PIXELS, rows: 4, columns: 4, frames, bitsStored: 12, highBit: 11 },
  data: words(samples ?? Array.from({ length: 16 * frames }, (_, at) => (at % 16) * 10)),
});
const WINDOW = [decimals(0x00281050, 80), decimals(0x00281051, 160)];

/** Returns the numbers of drawn pixels. */
async function drawnOn(planes: readonly Bytes[], frame = 0, of = pixels(3)) {
  const dataset = openDataset(makeFile(of, [...WINDOW, ...planes]));
  const { overlay, samples } = await decodeFrame(dataset, pixelFormat(dataset), frame);
  const { runs, drawn, leftOut } = overlay;
  const set: number[] = [];
  for (let at = 0; at < runs.length; at += 2)
    for (let pixel = runs[at] ?? 0; pixel < (runs[at + 1] ?? 0); pixel += 1) set.push(pixel);
  return { set, drawn, leftOut, samples: [...samples] };
}

const CROSS = [0b0000_0110_0110_0001];

describe('an overlay plane', () => {
  test('of bits of its own draws them on every frame, and no sample is another', async () => {
    for (const frame of [0, 1, 2]) {
      const { set, drawn, leftOut, samples } = await drawnOn(plane(0, { bits: CROSS }), frame);
      expect({ set, drawn, leftOut }).toEqual({ set: [0, 5, 6, 9, 10], drawn: 1, leftOut: 0 });
      expect(samples).toEqual(Array.from({ length: 16 }, (_, at) => at * 10));
    }
  });

  test('smaller than the picture lies where its origin says, and ends at the border', async () => {
    const small = { rows: 2, columns: 2, bits: [0b1111] };
    expect((await drawnOn(plane(0, { ...small, origin: [0, 3] }))).set).toEqual([2, 3]);
    expect((await drawnOn(plane(0, { ...small, origin: [4, 4] }))).set).toEqual([15]);
    expect((await drawnOn(plane(0, { ...small, origin: [9, -7] }))).set).toEqual([]);
  });

  test('of several frames lies on those from its first', async () => {
    const two = { frames: 2, bits: [0b01, 0b10] };
    const sets = (planes: Bytes[]) =>
      Promise.all([0, 1, 2].map(async (at) => (await drawnOn(planes, at)).set));
    expect(await sets(plane(0, { ...two, first: 2 }))).toEqual([[], [0], [1]]);
    expect(await sets(plane(0, two))).toEqual([[0], [1], []]);
    // DCMTK draws nothing here; the standard defines the frame.
    expect(await sets(plane(0, { first: 2, bits: [1] }))).toEqual([[], [0], []]);
  });

  test('in the bits beside the samples is that of its own frame', async () => {
    const samples = Array.from(
      { length: 32 },
      (_, at) => (at % 16) * 10 + (at === 5 || at === 17 ? 0x1000 : 0),
    );
    const inSamples = plane(0, { sampleBit: 12 });
    // DCMTK wrongly draws the first frame's overlay on the second too.
    expect((await drawnOn(inSamples, 0, pixels(2, samples))).set).toEqual([5]);
    const second = await drawnOn(inSamples, 1, pixels(2, samples));
    expect(second.set).toEqual([1]);
    expect(second.samples[1]).toBe(10);
  });

  test('of a region draws its border, so that what is inside can be seen', async () => {
    const region = plane(0, { type: 'R', bits: [0b0111_0111_0111_0000] });
    expect((await drawnOn(region)).set).toEqual([4, 5, 6, 8, 10, 12, 13, 14]);
  });

  test('that cannot be read is counted, and the others are drawn', async () => {
    const planes = [
      ...plane(0, { bits: CROSS }),
      ...plane(1, { rows: 900, columns: 900, bits: [1] }),
      ...plane(2, {}),
      ...plane(3, { sampleBit: 4 }),
    ];
    expect(await drawnOn(planes)).toMatchObject({ set: [0, 5, 6, 9, 10], drawn: 1, leftOut: 3 });
  });
});

describe('an answer with a frame', () => {
  test('has what is drawn as runs, which come back as they were', async () => {
    const file = makeFile(pixels(1), [...WINDOW, ...plane(0, { bits: CROSS })]);
    const { frames } = await runFrames(file, { kind: 'frames', first: 0, count: 1, maxBytes: 1 });
    const [frame] = frames;
    expect(frame?.description).toMatchObject({ overlays_drawn: 1, overlays_not_drawn: 0 });
    expect(decodeRuns(frame?.description.overlay ?? new Uint8Array(), 16)).toEqual(
      Uint32Array.of(0, 1, 5, 7, 9, 11),
    );
  });

  test('says that more is drawn than it takes', async () => {
    const [rows, columns] = [400, 400];
    const of = { ...pixels(1, []), rows, columns, data: new Uint8Array(rows * columns * 2) };
    const dots = plane(0, {
      rows,
      columns,
      bits: Array.from({ length: (rows * columns) / 16 }, () => 0x5555),
    });
    const { frames } = await runFrames(makeFile(of, dots), {
      kind: 'frames',
      first: 0,
      count: 1,
      maxBytes: 1,
    });
    expect(frames[0]?.description).toMatchObject({ overlays_drawn: 0, overlays_not_drawn: 1 });
  });

  test('runs of any length are read, and those past the picture are not', () => {
    const runs = Uint32Array.of(3, 200, 20_000, 3_000_000, 90_000_000, 99_999_999);
    expect(decodeRuns(encodeRuns(runs), 100_000_000)).toEqual(runs);
    expect(decodeRuns(encodeRuns(runs), 99_999_998)).toBeUndefined();
    expect(decodeRuns(encodeRuns(runs).subarray(0, -1), 100_000_000)).toBeUndefined();
  });
});
