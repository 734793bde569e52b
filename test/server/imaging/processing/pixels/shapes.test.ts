/** Tests pixels that are not square: pictures are stretched, samples are not. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pixelShape, shownSize } from '#dicom/picture/image-geometry.ts';
import { type Bytes, element } from '#dicom/write/encode-elements.ts';
import { decimals, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { runFrames } from '#server/imaging/processing/sandbox/run-frames.ts';
import { runPictures } from '#server/imaging/processing/sandbox/run-pictures.ts';

const fileOf = (...more: Bytes[]) =>
  makeFile({ ...PIXELS, rows: 6, columns: 8, data: words(Array.from({ length: 48 }, (_, at) => at)) }, more);

async function sizes(file: Uint8Array) {
  const { preview, thumbnail } = await runPictures(file, 'dicom');
  const sizeOf = async (picture: Uint8Array | null) => {
    const { width, height } = await sharp(picture ?? new Uint8Array()).metadata();
    return [width, height];
  };
  return { preview: await sizeOf(preview), thumbnail: await sizeOf(thumbnail) };
}

test.each<[string, Bytes[], number[]]>([
  ['a ratio of 2 to 1', [element(0x00280034, 'IS', '2\\1')], [8, 12]],
  ['a ratio of 1 to 2', [element(0x00280034, 'IS', '1\\2')], [16, 6]],
  ['a spacing of 0.6 and 0.4 mm', [decimals(0x00280030, 0.6, 0.4)], [8, 9]],
  [
    'a spacing that counts before a ratio',
    [decimals(0x00280030, 1, 1), element(0x00280034, 'IS', '2\\1')],
    [8, 6],
  ],
  ['a ratio that is no shape', [element(0x00280034, 'IS', '500\\1')], [8, 6]],
  ['nothing said', [], [8, 6]],
])('a picture of %s', async (_, more, size) => {
  expect(await sizes(fileOf(...more))).toEqual({ preview: size, thumbnail: size });
});

test('a frame names the ratio, and has the samples of its file', async () => {
  const file = fileOf(element(0x00280034, 'IS', '2\\1'));
  const { frames } = await runFrames(file, { kind: 'frames', first: 0, count: 1, maxBytes: 1 });
  expect(frames[0]?.description).toMatchObject({ rows: 6, columns: 8, pixel_aspect_ratio: [2, 1] });
  expect(frames[0]?.data).toHaveLength(96);
});

test('a picture larger than a preview keeps its shape', () => {
  expect(shownSize({ columns: 4000, rows: 1000 }, pixelShape(null, [3, 2]))).toEqual({
    width: 4000,
    height: 1500,
  });
});
