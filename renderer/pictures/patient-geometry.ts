/**
 * Geometry of a picture in the patient: orientation letters, position along the normal, matching slice in a
 * linked viewport.
 */

import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { Point } from '#records/studies/image-annotations.ts';
import type { Stack } from './series-stack.ts';
import { unturned } from './viewport-transform.ts';

type Vector = readonly [number, number, number];

interface Directions {
  readonly row: Vector;
  readonly column: Vector;
}

function directionsOf({ image_orientation: six }: DicomHeader): Directions | undefined {
  if (six === null || six.length !== 6) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = six;
  return { row: [a, b, c], column: [d, e, f] };
}

const LETTERS = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;

function letterOf(vector: Vector): string {
  let best = 0;
  for (const axis of [1, 2] as const) {
    if (Math.abs(vector[axis]) > Math.abs(vector[best === 0 ? 0 : best === 1 ? 1 : 2])) best = axis;
  }
  const value = vector[best === 0 ? 0 : best === 1 ? 1 : 2];
  if (Math.abs(value) < 1e-6) return '';
  return LETTERS[best]?.[value > 0 ? 0 : 1] ?? '';
}

export interface EdgeLetters {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

/** Returns the letters; undefined if the file states no orientation. */
export function orientationLabels(header: DicomHeader, turns: number): EdgeLetters | undefined {
  const directions = directionsOf(header);
  if (!directions) return undefined;
  const letterTo = (screen: Point): string => {
    const { x, y } = unturned(screen, turns);
    const { row, column } = directions;
    const along = (axis: 0 | 1 | 2) => row[axis] * x + column[axis] * y;
    return letterOf([along(0), along(1), along(2)]);
  };
  return {
    left: letterTo({ x: -1, y: 0 }),
    right: letterTo({ x: 1, y: 0 }),
    top: letterTo({ x: 0, y: -1 }),
    bottom: letterTo({ x: 0, y: 1 }),
  };
}

function normalOf({ row, column }: Directions): Vector {
  return [
    row[1] * column[2] - row[2] * column[1],
    row[2] * column[0] - row[0] * column[2],
    row[0] * column[1] - row[1] * column[0],
  ];
}

const dot = (a: Vector, b: readonly number[]): number =>
  a[0] * (b[0] ?? 0) + a[1] * (b[1] ?? 0) + a[2] * (b[2] ?? 0);

/** Returns millimetres along the picture's normal; undefined if the file states no position. */
export function slicePosition(header: DicomHeader): number | undefined {
  const directions = directionsOf(header);
  if (!directions || header.image_position === null) return undefined;
  return dot(normalOf(directions), header.image_position);
}

/** Cosine above which two planes count as parallel. */
const PARALLEL = 0.99;
/** Distance in millimetres above which slices never match, whatever their thickness. */
const FAR_MM = 10;

/**
 * Returns the index of the picture in `other` at the position of `header`: `none` without a slice there.
 * Undefined if they cannot be compared (no positions, other planes).
 */
export function linkedSliceIndex(header: DicomHeader, other: Stack): number | 'none' | undefined {
  const place = slicePosition(header);
  const mine = directionsOf(header);
  if (place === undefined || !mine) return undefined;
  let best: { readonly at: number; readonly distance: number } | undefined;
  for (const [at, picture] of other.pictures.entries()) {
    const theirs = directionsOf(picture.header);
    const theirPlace = slicePosition(picture.header);
    if (!theirs || theirPlace === undefined) return undefined;
    if (dot(normalOf(mine), normalOf(theirs)) < PARALLEL) return undefined;
    const distance = Math.abs(theirPlace - place);
    if (!best || distance < best.distance) best = { at, distance };
  }
  if (!best) return undefined;
  const thickness = other.pictures[best.at]?.header.slice_thickness ?? 0;
  return best.distance <= Math.min(Math.max(thickness, 1), FAR_MM) ? best.at : 'none';
}
