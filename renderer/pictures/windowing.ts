/**
 * Converts samples to screen pixels: modality rescale, window (VOI), inversion.
 * Source: DICOM PS3.3 C.11.2.1.2; docs/guide/imaging.md, "A frame".
 */

import { type Samples, samplesOf } from '#dicom/picture/pixel-values.ts';
import { greyFunction, type Shading } from '#dicom/picture/voi-lut.ts';
import type { DicomFrame } from '#sdk/index.ts';

const OPAQUE = 0xff000000;
const WHITE = 0xffffffff;

/**
 * Writes the frame to `out`, one little-endian RGBA word per pixel.
 * @param isBare true to leave out the file's overlays.
 */
export function paint(frame: DicomFrame, shading: Shading, out: Uint32Array, isBare = false): void {
  if (frame.samples_per_pixel === 3) paintColours(frame.data, shading.inverted, out);
  else paintGreys(samplesOf(frame), greyFunction(frame, shading), out);
  if (isBare) return;
  const { overlay } = frame;
  for (let at = 0; at + 1 < overlay.length; at += 2) out.fill(WHITE, overlay[at], overlay[at + 1]);
}

/** Draws the frame into a canvas of its own size. */
export function shadedCanvas(frame: DicomFrame, shading: Shading, isBare = false): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = frame.columns;
  canvas.height = frame.rows;
  const image = new ImageData(frame.columns, frame.rows);
  paint(frame, shading, new Uint32Array(image.data.buffer), isBare);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function paintColours(data: Uint8Array, inverted: boolean, out: Uint32Array): void {
  const flip = inverted ? 0x00ffffff : 0;
  for (let at = 0, from = 0; at < out.length; at += 1, from += 3) {
    const word = (data[from] ?? 0) | ((data[from + 1] ?? 0) << 8) | ((data[from + 2] ?? 0) << 16);
    out[at] = (OPAQUE | (word ^ flip)) >>> 0;
  }
}

const wordOf = (grey: number): number => (OPAQUE | (grey * 0x010101)) >>> 0;

/** Uses a lookup table up to 16 bits, which renders 512 × 512 pixels in about a millisecond. */
function paintGreys(samples: Samples, greyOf: (sample: number) => number, out: Uint32Array): void {
  if (samples.BYTES_PER_ELEMENT === 4) {
    for (let at = 0; at < out.length; at += 1) out[at] = wordOf(greyOf(samples[at] ?? 0));
    return;
  }
  const size = 1 << (8 * samples.BYTES_PER_ELEMENT);
  const isSigned = samples instanceof Int8Array || samples instanceof Int16Array;
  const table = new Uint32Array(size);
  for (let index = 0; index < size; index += 1) {
    table[index] = wordOf(greyOf(isSigned && index >= size / 2 ? index - size : index));
  }
  const mask = size - 1;
  for (let at = 0; at < out.length; at += 1) out[at] = table[(samples[at] ?? 0) & mask] ?? OPAQUE;
}
