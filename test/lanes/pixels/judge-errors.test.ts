/** Tests cases the pixels lane leaves out because DCMTK is wrong; expected values are computed here. */
import { describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { decimals, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';

function decoded(file: Uint8Array, frame: number) {
  const dataset = openDataset(file);
  return decodeFrame(dataset, pixelFormat(dataset), frame);
}

describe('files the pixels lane does not draw', () => {
  test('a slope of a half keeps its halves', async () => {
    const rescale = [decimals(0x00281052, -1), decimals(0x00281053, 0.5)];
    const frame = await decoded(makeFile({ ...PIXELS, data: words([0, 1, 2, 5]) }, rescale), 0);
    const shades = Array.from(
      frame.samples,
      (sample) => sample * frame.rescaleSlope + frame.rescaleIntercept,
    );
    expect(shades).toEqual([-1, -0.5, 0, 1.5]);
  });

  test.each([0, 1] as const)(
    'frames of 27 bytes keep their last one, planes %d',
    async (planarConfiguration) => {
      const frames = 3;
      const bytes = Uint8Array.from({ length: 27 * frames + 1 }, (_, at) => (at < 27 * frames ? at + 1 : 0));
      const file = makeFile({
        ...{ ...PIXELS, rows: 3, columns: 3, frames, bitsAllocated: 8, bitsStored: 8, highBit: 7 },
        ...{ samplesPerPixel: 3, photometricInterpretation: 'RGB', planarConfiguration, data: bytes },
      });
      for (let at = 0; at < frames; at += 1) {
        const right = Array.from({ length: 27 }, (_, sample) => {
          const place = planarConfiguration === 0 ? sample : (sample % 3) * 9 + Math.floor(sample / 3);
          return 27 * at + place + 1;
        });
        expect([...(await decoded(file, at)).samples]).toEqual(right);
      }
    },
  );
});
