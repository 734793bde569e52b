/**
 * Compares the overlays drawn by the vault with each plane drawn by DCMTK: the same pixels, of a region only its
 * border. DCMTK draws the planes in white, then in black; the difference is the plane.
 */

import { type OverlayPlane, overlayPlanes } from '#dicom/frame/overlays.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { DecodedFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import type { Judge } from './dcmtk.ts';

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Returns the difference; undefined without one, or if DCMTK cannot judge the frame's planes. */
export async function compareOverlays(
  judge: Judge,
  path: string,
  dataset: DicomDataset,
  frame: DecodedFrame,
): Promise<string | undefined> {
  const planes = overlayPlanes(dataset);
  if (planes.length === 0 || !planes.every((plane) => isJudged(plane, frame))) return undefined;
  // Unpack, because DCMTK reads overlay bits beside the samples only from uncompressed files.
  const plain = await judge.unpacked(path);
  const theirs = new Uint8Array(frame.rows * frame.columns);
  for (const [at, { kind }] of planes.entries()) {
    const mask = await maskOf(judge, plain, frame, at + 1);
    if (mask === undefined) return undefined;
    for (const [pixel, isSet] of mask.entries()) {
      if (isSet && (kind === 'graphic' || isBorder(mask, frame, pixel))) theirs[pixel] = 1;
    }
  }
  const { runs, leftOut } = frame.overlay;
  const ours = new Uint8Array(theirs.length);
  for (let at = 0; at + 1 < runs.length; at += 2) ours.fill(1, runs[at], runs[at + 1]);
  const apart = ours.reduce((sum, drawn, pixel) => sum + (drawn === theirs[pixel] ? 0 : 1), 0);
  if (apart === 0 && leftOut === 0) return undefined;
  return `frame ${frame.frameIndex + 1}: overlays differ in ${apart} pixels, ${leftOut} planes left out`;
}

/**
 * Skips cases that DCMTK draws differently. It draws the first frame's embedded bits on every frame, and no
 * single-frame plane beyond the first frame. It ignores parts of a region outside the picture. It draws nothing of a
 * plane with fewer bits than its frames need, which is how GDCM rewrites planes of several frames.
 */
function isJudged({ bits, frames, kind, top, left, rows, columns }: OverlayPlane, frame: DecodedFrame) {
  if (bits === undefined || frame.samplesPerPixel !== 1) return false;
  if ('data' in bits && bits.data.length * 8 < rows * columns * (frames?.count ?? 1)) return false;
  if ('sampleBit' in bits && frame.frameIndex > 0) return false;
  if (frames !== undefined && frames.count === 1 && frames.first > 0) return false;
  const isInside = top >= 0 && left >= 0 && top + rows <= frame.rows && left + columns <= frame.columns;
  return kind === 'graphic' || isInside;
}

/**
 * Returns the pixels of one overlay plane as the judge draws it; undefined if it draws none. @param number of the
 * plane, from 1.
 */
async function maskOf(judge: Judge, path: string, { frameIndex }: DecodedFrame, number: number) {
  const shown = (density: string) =>
    judge.shown(path, frameIndex + 1, 8, ['+O', String(number), '+Omr', '+Osf', density]);
  const [white, black] = await Promise.all([shown('1'), shown('0')]);
  if (white === undefined || black === undefined) return undefined;
  return white.values.map((value, at) => value !== black.values[at]);
}

function isBorder(mask: readonly boolean[], { rows, columns }: DecodedFrame, pixel: number): boolean {
  const [row, column] = [Math.floor(pixel / columns), pixel % columns];
  return SIDES.some(([down, across]) => {
    const [y, x] = [row + down, column + across];
    return y < 0 || x < 0 || y >= rows || x >= columns || mask[y * columns + x] !== true;
  });
}
