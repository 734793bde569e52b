/** Tests the description of a frame: rescale, window, position, spacing. */
import { describe, expect, test } from 'vitest';
import { parseNodeId } from '#contract/ids.ts';
import { element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';
import { decimals, groupsByFrame, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { slicePosition } from '#renderer/pictures/patient-geometry.ts';
import { stackOf } from '#renderer/pictures/series-stack.ts';
import { decoded, headerOf, readCase } from './decoded.ts';

const AXIAL = decimals(0x00200037, 1, 0, 0, 0, 1, 0);
const loop = (frames: number) => ({
  ...{ ...PIXELS, frames },
  data: words(Array.from({ length: 4 * frames }, (_, at) => at)),
});

function placesOf(file: Uint8Array) {
  const series = {
    ...{ series_uid: '1', study_uid: '2', series_number: 1, modality: 'CT', series_description: null },
    instances: [{ node_id: parseNodeId('0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e00'), header: headerOf(file) }],
  };
  return stackOf(series, { security_group_id: 's', exam_id: 'e' }).pictures.map(({ header }) => header);
}

describe('functional groups', () => {
  test('05a: rescale and window are those of the frame', async () => {
    const frames = await Promise.all([0, 1, 2].map((at) => decoded(readCase('05a'), at)));
    expect(
      frames.map(({ rescaleSlope, rescaleIntercept, voi }) => [
        ...[rescaleSlope, rescaleIntercept, voi.windows[0]?.center],
      ]),
    ).toEqual([
      [1, 0, 100],
      [2, 10, 200],
      [3, 20, 300],
    ]);
  });

  test('05a: each picture of the stack lies at its own place', () => {
    expect(placesOf(readCase('05a')).map(slicePosition)).toEqual([0, 5, 10]);
  });

  test('a frame without a group of its own has what all share', async () => {
    const transformation = (slope: number) =>
      sequence(0x00289145, [[decimals(0x00281052, 0), decimals(0x00281053, slope)]]);
    const file = makeFile(loop(3), [
      sequence(0x52009229, [[transformation(5)]]),
      groupsByFrame([[transformation(7)], []]),
    ]);
    const slopes = await Promise.all([0, 1, 2].map(async (at) => (await decoded(file, at)).rescaleSlope));
    expect(slopes).toEqual([7, 5, 5]);
  });

  test('spacing and orientation differ by frame', () => {
    const group = (mm: number, ...cosines: number[]) => [
      sequence(0x00209116, [[decimals(0x00200037, ...cosines)]]),
      sequence(0x00289110, [[decimals(0x00280030, mm, mm)]]),
    ];
    const file = makeFile(loop(2), [
      groupsByFrame([group(0.5, 1, 0, 0, 0, 1, 0), group(0.25, 0, 1, 0, 0, 0, -1)]),
    ]);
    const headers = placesOf(file);
    expect(headers.map(({ pixel_spacing }) => pixel_spacing)).toEqual([
      [0.5, 0.5],
      [0.25, 0.25],
    ]);
    expect(headers.map(({ image_orientation }) => image_orientation)).toEqual([
      [1, 0, 0, 0, 1, 0],
      [0, 1, 0, 0, 0, -1],
    ]);
  });
});

describe('vectors by frame', () => {
  test('a dose grid adds its offsets, or counts them from the first place', () => {
    const grid = (...offsets: number[]) =>
      makeFile(loop(3), [AXIAL, decimals(0x00200032, 1, 2, -40), decimals(0x3004000c, ...offsets)]);
    const expected = [
      [1, 2, -40],
      [1, 2, -37.5],
      [1, 2, -35],
    ];
    expect(placesOf(grid(0, 2.5, 5)).map(({ image_position }) => image_position)).toEqual(expected);
    expect(placesOf(grid(-40, -37.5, -35)).map(({ image_position }) => image_position)).toEqual(expected);
  });

  test('nuclear medicine takes position and orientation of the detector', () => {
    const detector = (x: number, ...cosines: number[]) => [
      decimals(0x00200032, x, 0, 0),
      decimals(0x00200037, ...cosines),
    ];
    const file = makeFile(loop(4), [
      element(0x00540020, 'US', words([1, 1, 2, 2])),
      sequence(0x00540022, [detector(-10, 1, 0, 0, 0, 0, -1), detector(10, -1, 0, 0, 0, 0, -1)]),
    ]);
    expect(placesOf(file).map(({ image_position }) => image_position?.[0])).toEqual([-10, -10, 10, 10]);
    expect(placesOf(file).map(({ image_orientation }) => image_orientation?.[0])).toEqual([1, 1, -1, -1]);
  });

  test('ultrasound is calibrated where all regions are alike, and not where two differ', () => {
    const region = (centimetres: number, unit = 3) => [
      unsignedShort(0x00186024, unit),
      unsignedShort(0x00186026, unit),
      element(0x0018602c, 'FD', new Uint8Array(Float64Array.of(centimetres).buffer)),
      element(0x0018602e, 'FD', new Uint8Array(Float64Array.of(centimetres).buffer)),
    ];
    const spacing = (...regions: ReturnType<typeof region>[]) =>
      headerOf(makeFile(loop(1), [sequence(0x00186011, regions)])).pixel_spacing;
    expect(spacing(region(0.05))).toEqual([0.5, 0.5]);
    expect(spacing(region(0.05), region(0.05))).toEqual([0.5, 0.5]);
    expect(spacing(region(0.05), region(0.02))).toBeNull();
    expect(spacing(region(0.05), region(0.05, 4))).toBeNull();
  });
});

describe('cine', () => {
  test('21a: a recommended rate counts; 21b: times by frame are kept', () => {
    expect(headerOf(readCase('21a')).frame_time).toBeCloseTo(33.3, 0);
    expect(headerOf(readCase('21b'))).toMatchObject({ frame_time: 125, frame_times: [0, 125, 250] });
  });
});

test('overlay planes are counted', () => {
  const overlay = [unsignedShort(0x60000010, 2), unsignedShort(0x60000011, 2)];
  expect(headerOf(makeFile(loop(1), overlay)).overlay_planes).toBe(1);
  expect(headerOf(makeFile(loop(1))).overlay_planes).toBe(0);
});
