/**
 * Renders a file's overlay planes for one frame, separate from its samples. White, as in DCMTK. Source: DICOM PS3.3
 * C.9.2, PS3.5 8.1.2.
 */
import type { OverlayRuns } from '#contract/drives/overlay-runs.ts';
import { type OverlayPlane, overlayPlanes } from '#dicom/frame/overlays.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { DecodedPixels } from './codecs.ts';

export interface FrameOverlay {
  /** Drawn pixels as runs; empty where no plane draws anything. */
  readonly runs: OverlayRuns;
  /** Number of planes of this frame that are in the runs. */
  readonly drawn: number;
  /** Number of planes of this frame that cannot be read. */
  readonly leftOut: number;
}

interface Picture {
  readonly rows: number;
  readonly columns: number;
  readonly samplesPerPixel: number;
  /** Index of the frame, from 0. */
  readonly frame: number;
}

/** True when the plane's bit at this row and column is set. */
type IsSet = (row: number, column: number) => boolean;

const NONE: FrameOverlay = { runs: new Uint32Array(), drawn: 0, leftOut: 0 };

export function overlayOf(dataset: DicomDataset, pixels: DecodedPixels, picture: Picture): FrameOverlay {
  const planes = overlayPlanes(dataset).filter(({ frames }) => isOn(frames, picture.frame));
  if (planes.length === 0) return NONE;
  const mask = new Uint8Array(picture.rows * picture.columns);
  let drawn = 0;
  for (const plane of planes) {
    const isSet = reader(plane, pixels, picture);
    if (isSet === undefined) continue;
    drawn += 1;
    drawInto(mask, plane, isSet, picture);
  }
  return { runs: runsOf(mask), drawn, leftOut: planes.length - drawn };
}

function isOn(frames: OverlayPlane['frames'], frame: number): boolean {
  return frames === undefined || (frame >= frames.first && frame < frames.first + frames.count);
}

/** Returns a test for drawn pixels of a plane; undefined where it cannot be read. */
function reader(plane: OverlayPlane, pixels: DecodedPixels, picture: Picture): IsSet | undefined {
  const { bits, rows, columns, frames } = plane;
  if (bits === undefined || rows < 1 || columns < 1) return undefined;
  if ('sampleBit' in bits) return ofSamples(bits.sampleBit, pixels, plane, picture);
  const first = (picture.frame - (frames?.first ?? picture.frame)) * rows * columns;
  if (first + rows * columns > bits.data.length * 8) return undefined;
  return (row, column) => {
    const at = first + row * columns + column;
    return (((bits.data[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  };
}

/** Reads overlay bits inside the samples' words, where samples leave the bit unused and the codestream has it. */
function ofSamples(
  bit: number,
  { data, bitsAllocated, bitsStored, highBit, precision = bitsAllocated }: DecodedPixels,
  plane: OverlayPlane,
  picture: Picture,
): IsSet | undefined {
  const isOfSample = bit <= highBit && bit > highBit - bitsStored;
  const isSameSize = plane.rows === picture.rows && plane.columns === picture.columns;
  if (isOfSample || !isSameSize || bit >= Math.min(bitsAllocated, precision)) return undefined;
  if (bitsAllocated % 8 !== 0 || picture.samplesPerPixel !== 1) return undefined;
  const wordBytes = bitsAllocated / 8;
  if (data.length < picture.rows * picture.columns * wordBytes) return undefined;
  return (row, column) => {
    const at = (row * picture.columns + column) * wordBytes + (bit >> 3);
    return (((data[at] ?? 0) >> (bit & 7)) & 1) === 1;
  };
}

function drawInto(mask: Uint8Array, plane: OverlayPlane, isSet: IsSet, { rows, columns }: Picture): void {
  const isInside: IsSet = (row, column) =>
    row >= 0 && column >= 0 && row < plane.rows && column < plane.columns && isSet(row, column);
  const isBorder: IsSet = (row, column) =>
    !isInside(row - 1, column) ||
    !isInside(row + 1, column) ||
    !isInside(row, column - 1) ||
    !isInside(row, column + 1);
  const isDrawn: IsSet = (row, column) =>
    isSet(row, column) && (plane.kind === 'graphic' || isBorder(row, column));
  // Clipped to the picture, however large the plane claims to be.
  const lastRow = Math.min(plane.rows, rows - plane.top);
  const lastColumn = Math.min(plane.columns, columns - plane.left);
  for (let row = Math.max(0, -plane.top); row < lastRow; row += 1) {
    for (let column = Math.max(0, -plane.left); column < lastColumn; column += 1) {
      if (isDrawn(row, column)) mask[(row + plane.top) * columns + column + plane.left] = 1;
    }
  }
}

function runsOf(mask: Uint8Array): OverlayRuns {
  const edges: number[] = [];
  let before = 0;
  for (let at = 0; at < mask.length; at += 1) {
    const here = mask[at] ?? 0;
    if (here !== before) edges.push(at);
    before = here;
  }
  if (before === 1) edges.push(mask.length);
  return Uint32Array.from(edges);
}
