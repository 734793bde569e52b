/** Compares the viewer's picture of frames from the vault with DCMTK's picture of the same file. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pixelValueAt } from '#dicom/picture/pixel-values.ts';
import { shadingOf } from '#dicom/picture/voi-lut.ts';
import { element, unsignedShort } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { paint } from '#renderer/pictures/windowing.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { readGolden, readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

async function frameOf(name: string): Promise<DicomFrame> {
  const drive = vault.admin.drive(vault.group);
  const { node_id } = await drive.upload(Uint8Array.from(readSample(name)), { name: `${name}.dcm` });
  return drive.frame(node_id, 1);
}

function painted(frame: DicomFrame, inverted = false): Uint8Array {
  const out = new Uint32Array(frame.rows * frame.columns);
  paint(frame, { ...shadingOf(frame), inverted }, out);
  return new Uint8Array(out.buffer);
}

test.each([
  ['CT_small', 'CT_small', 1, 1],
  ['MR_small_bigendian', 'MR_small', 1, 1],
  ['MR_small_RLE', 'MR_small', 1, 1],
  ['MR_small_jpeg_ls_lossless', 'MR_small', 1, 1],
  ['JPEGLSNearLossless_16', 'JPEGLSNearLossless_16', 1, 1],
  ['examples_palette', 'examples_palette', 3, 0],
  ['SC_ybr_full_422_uncompressed', 'SC_ybr_full_422_uncompressed', 3, 2],
] as const)('%s', async (name, golden, channels, tolerance) => {
  const expected = await readGolden(golden, channels);
  const rgba = painted(await frameOf(name));
  expect(rgba.length / 4).toBe(expected.data.length / channels);
  let largest = 0;
  for (let at = 0; at < expected.data.length; at += 1) {
    const from = channels === 1 ? at * 4 : Math.floor(at / 3) * 4 + (at % 3);
    largest = Math.max(largest, Math.abs((expected.data[at] ?? 0) - (rgba[from] ?? 0)));
  }
  expect(largest).toBeLessThanOrEqual(tolerance);
  expect(rgba.every((byte, at) => at % 4 !== 3 || byte === 255)).toBe(true);
});

test('inverted, every grey is its opposite; a shade is the sample after the rescale', async () => {
  const frame = await frameOf('CT_small');
  const [plain, turned] = [painted(frame), painted(frame, true)];
  expect(plain.every((byte, at) => at % 4 === 3 || byte + (turned[at] ?? 0) === 255)).toBe(true);
  const sample = new DataView(frame.data.buffer).getInt16(0, true);
  expect(pixelValueAt(frame, 0, 0)).toBe(sample * frame.rescale_slope + frame.rescale_intercept);
  expect(pixelValueAt(frame, -1, 0)).toBeUndefined();
});

test('overlays lie white over it, in the viewer as in the preview, and leave the shades alone', async () => {
  const file = makeFile(
    { ...PIXELS, rows: 2, columns: 4, data: words([0, 100, 200, 300, 400, 500, 600, 700]) },
    [
      unsignedShort(0x60000010, 2),
      unsignedShort(0x60000011, 4),
      element(0x60000040, 'CS', 'G'),
      element(0x60000050, 'SS', words([1, 1])),
      unsignedShort(0x60000100, 1),
      element(0x60003000, 'OW', words([0b0001_0110])),
    ],
  );
  const drive = vault.admin.drive(vault.group);
  const { node_id } = await drive.upload(Uint8Array.from(file), { name: 'overlay.dcm' });
  const frame = await drive.frame(node_id, 1);
  expect(frame).toMatchObject({
    overlays_drawn: 1,
    overlays_not_drawn: 0,
    overlay: Uint32Array.of(1, 3, 4, 5),
  });
  for (const inverted of [false, true]) {
    const rgba = painted(frame, inverted);
    const isWhite = Array.from({ length: 8 }, (_, at) => rgba[at * 4] === 255);
    expect(isWhite).toEqual([inverted, true, true, false, true, false, false, !inverted]);
  }
  const bare = new Uint32Array(8);
  paint(frame, shadingOf(frame), bare, true);
  expect(new Set(bare).size).toBe(8);
  expect(pixelValueAt(frame, 1, 0)).toBe(100);
  await expect.poll(async () => (await drive.get(node_id)).processing_status).toBe('done');
  const preview = await drive.download(node_id, { variant: 'preview' });
  const { data } = await sharp(await preview.bytes())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The WebP of a preview is lossy.
  expect([...data].map((grey) => grey > 240)).toEqual([false, true, true, false, true, false, false, true]);
});
