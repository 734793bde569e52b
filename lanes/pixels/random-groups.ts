/**
 * Generates random functional groups and checks that each frame has its own values. DCMTK ignores functional groups
 * when drawing, so the file itself is the reference.
 */
import { frameGeometry } from '#dicom/frame/geometry.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { type Bytes, sequence } from '#dicom/write/encode-elements.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { voiOf } from '#server/imaging/processing/dicom/windowing.ts';
import { decimals, groupsByFrame, makeFile, PIXELS } from './make-file.ts';
import { createDraw, type Draw } from './random-file.ts';

interface Given {
  readonly slope: number;
  readonly intercept: number;
  readonly center: number;
  readonly width: number;
  readonly spacing: readonly [number, number];
  readonly position: readonly [number, number, number];
}

/** Returns a description of a failure; undefined if all values match. */
export async function checkDrawnGroups(seed: number): Promise<string | undefined> {
  const draw = createDraw(seed);
  const frames = 2 + draw(5);
  const isShared = draw(3) === 0;
  const shared = drawGiven(draw);
  const given = Array.from({ length: frames }, () => (isShared ? shared : drawGiven(draw)));
  const [first = shared] = given;
  const groups = isShared
    ? [sequence(0x52009229, [groupOf(first)]), groupsByFrame(given.map(() => []))]
    : [groupsByFrame(given.map(groupOf))];
  const data = Uint8Array.from({ length: 8 * frames }, () => draw(256));
  const dataset = openDataset(makeFile({ ...PIXELS, frames, data }, groups));
  for (const [at, expected] of given.entries()) {
    const frame = await decodeFrame(dataset, pixelFormat(dataset), at);
    const { pixel_spacing, image_position } = frameGeometry(dataset, at);
    const windows = voiOf(dataset, frame).windows;
    const answered = {
      ...{ slope: frame.rescaleSlope, intercept: frame.rescaleIntercept },
      ...windows.find(({ center }) => center === expected.center),
      ...{ spacing: pixel_spacing, position: image_position },
    };
    if (JSON.stringify(answered) !== JSON.stringify(expected))
      return `seed ${seed}: frame ${at + 1} of ${frames}`;
  }
  return undefined;
}

function drawGiven(draw: Draw): Given {
  return {
    ...{ slope: 1 + draw(9), intercept: draw(2000) - 1000, center: draw(4000) - 1000, width: 2 + draw(4000) },
    spacing: [(1 + draw(20)) / 10, (1 + draw(20)) / 10],
    position: [draw(400) - 200, draw(400) - 200, draw(4000) / 10 - 200],
  };
}

function groupOf({ slope, intercept, center, width, spacing, position }: Given): Bytes[] {
  return [
    sequence(0x00209113, [[decimals(0x00200032, ...position)]]),
    sequence(0x00289110, [[decimals(0x00280030, ...spacing)]]),
    sequence(0x00289132, [[decimals(0x00281050, center), decimals(0x00281051, width)]]),
    sequence(0x00289145, [[decimals(0x00281052, intercept), decimals(0x00281053, slope)]]),
  ];
}
