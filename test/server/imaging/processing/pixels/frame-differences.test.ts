/** Tests multi-frame files whose frames differ in more than a slope, and the speed of loops. */
import { describe, expect, test } from 'vitest';
import { type Bytes, element, sequence } from '#dicom/write/encode-elements.ts';
import { decimals, groupsByFrame, makeFile, PIXELS, tableItem, words } from '#lanes/pixels/make-file.ts';
import { decoded, headerOf } from './decoded.ts';

const loop = (frames: number) => ({
  ...{ ...PIXELS, bitsStored: 12, highBit: 11, frames },
  data: words(Array.from({ length: 4 * frames }, (_, at) => (at % 4) * 100)),
});
const text = (tag: number, vr: string, value: string) => element(tag, vr, value);
const rescale = (slope: number, intercept: number, type?: string) =>
  sequence(0x00289145, [
    [
      decimals(0x00281052, intercept),
      decimals(0x00281053, slope),
      ...(type === undefined ? [] : [text(0x00281054, 'LO', type)]),
    ],
  ]);
const shown = (center: number, width: number, ...more: Bytes[]) =>
  sequence(0x00289132, [[decimals(0x00281050, center), decimals(0x00281051, width), ...more]]);
const frames = (file: Uint8Array, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => decoded(file, at)));

describe('frames of one object', () => {
  test('have a unit each', async () => {
    const groups = groupsByFrame([
      [rescale(1, -1024, 'HU')],
      [rescale(0.1, 0, 'MGML')],
      [rescale(1, 0, 'US')],
    ]);
    const file = makeFile(loop(3), [text(0x00080060, 'CS', 'CT'), groups]);
    expect((await frames(file, 3)).map(({ unit }) => unit)).toEqual(['HU', 'mg/ml', null]);
  });

  test('have a shape of their window each', async () => {
    const shape = (name: string) => text(0x00281056, 'CS', name);
    const groups = groupsByFrame([
      [shown(100, 200, shape('SIGMOID'))],
      [shown(100, 200, shape('LINEAR_EXACT'))],
      [shown(100, 200)],
    ]);
    const all = await frames(makeFile(loop(3), [groups]), 3);
    expect(all.map(({ voi }) => voi.voiFunction)).toEqual(['SIGMOID', 'LINEAR_EXACT', 'LINEAR']);
    // 100 is the middle of all three windows, and 0 the foot of the linear ones.
    expect(all.map(({ greys }) => greys[0])).toEqual([30, 0, 0]);
  });

  test('have a table of their own beside others with a window', async () => {
    const voiTable = sequence(0x00289132, [
      [
        sequence(0x00283010, [
          tableItem(
            0,
            8,
            Array.from({ length: 301 }, (_, at) => (at < 200 ? 0 : 255)),
          ),
        ]),
      ],
    ]);
    const file = makeFile(loop(2), [groupsByFrame([[voiTable], [shown(150, 300)]])]);
    const [first, second] = await frames(file, 2);
    expect([first?.voi.source, second?.voi.source]).toEqual(['table', 'file']);
    expect([...(first?.greys ?? [])]).toEqual([0, 0, 255, 255]);
  });

  test('of an implicit file whose groups were sent as UN have theirs', async () => {
    const own = groupsByFrame([[rescale(2, 5)], [rescale(3, 7)]]);
    // Change the sequence's value representation to UN; its content keeps its encoding.
    const unknown = Uint8Array.from(own);
    unknown.set(Buffer.from('UN'), 4);
    const all = await frames(makeFile(loop(2), [unknown]), 2);
    expect(all.map(({ rescaleSlope, rescaleIntercept }) => [rescaleSlope, rescaleIntercept])).toEqual([
      [2, 5],
      [3, 7],
    ]);
  });

  test('past the last group have what the object says', async () => {
    const more = [decimals(0x00281052, -9), decimals(0x00281053, 4), groupsByFrame([[rescale(2, 5)]])];
    const all = await frames(makeFile(loop(2), more), 2);
    expect(all.map(({ rescaleSlope, rescaleIntercept }) => [rescaleSlope, rescaleIntercept])).toEqual([
      [2, 5],
      [4, -9],
    ]);
  });
});

describe('a loop', () => {
  const paceOf = (...more: Bytes[]) => {
    const { frame_time, frame_times } = headerOf(makeFile(loop(3), more));
    return { frame_time, frame_times };
  };
  const at = (frame_time: number | null, frame_times: number[] | null = null) => ({
    frame_time,
    frame_times,
  });
  const [RECOMMENDED, RATE] = [
    (value: string) => text(0x00082144, 'IS', value),
    (value: string) => text(0x00180040, 'IS', value),
  ];

  test.each<[string, Bytes[], ReturnType<typeof at>]>([
    ['of no recommended rate runs at its own', [RECOMMENDED('0'), RATE('25 ')], at(40)],
    ['of a recommended rate runs at that', [RECOMMENDED('50'), RATE('25'), decimals(0x00181063, 10)], at(20)],
    ['takes a time with a comma', [text(0x00181063, 'DS', '33,3')], at(33.3)],
    ['takes the times between its frames', [decimals(0x00181065, 0, 20, 60)], at(20, [0, 20, 60])],
    ['whose times are fewer than its frames has none', [decimals(0x00181065, 0, 20)], at(null)],
    ['whose times stand still has none', [decimals(0x00181065, 0, 0, 0)], at(null)],
    ['that says nothing has none', [], at(null)],
  ])('%s', (_, more, pace) => {
    expect(paceOf(...more)).toEqual(pace);
  });
});
