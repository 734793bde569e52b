/**
 * Position and orientation of one frame in the patient. Source: DICOM PS3.3 C.7.6.2, C.7.6.16.2.3, C.8.4.11, C.8.8.3.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { macroItems } from './functional-groups.ts';

export interface FramePlace {
  readonly image_position: number[] | null;
  readonly image_orientation: number[] | null;
}

const POSITION = 'x00200032';
const ORIENTATION = 'x00200037';

/** Position and orientation of a frame. @param frame from 0. */
export function framePlace(dataset: DicomDataset, frame: number): FramePlace {
  const [position] = macroItems(dataset, frame, 'x00209113');
  const [orientation] = macroItems(dataset, frame, 'x00209116');
  const detector = detectorOf(dataset, frame);
  const place = {
    image_position: firstOf(3, POSITION, position, detector, dataset),
    image_orientation: firstOf(6, ORIENTATION, orientation, detector, dataset),
  };
  return position === undefined ? moved(place, offsetOf(dataset, frame, place)) : place;
}

function firstOf(count: number, tag: string, ...sources: (DicomDataset | undefined)[]): number[] | null {
  for (const source of sources) {
    const values = source?.numbers(tag);
    if (values?.length === count) return values;
  }
  return null;
}

/** Nuclear medicine numbers each frame's detector from 1; several frames may share a vector. */
function detectorOf(dataset: DicomDataset, frame: number): DicomDataset | undefined {
  const detectors = dataset.items('x00540022');
  const number = vectorAt(dataset, 'x00540020', frame) ?? 1;
  return detectors[number - 1];
}

function vectorAt(dataset: DicomDataset, tag: string, frame: number): number | undefined {
  return dataset.number(tag, frame);
}

/** Millimetres from the first frame, along the patient's axis or along the plane's normal. */
type Offset = { readonly along: 'axis' | 'normal'; readonly mm: number } | 'unknown' | undefined;

function offsetOf(dataset: DicomDataset, frame: number, { image_position }: FramePlace): Offset {
  const grid = dataset.numbers('x3004000c');
  if (grid !== undefined) {
    const [start = 0] = grid;
    const mm = grid[frame];
    if (mm === undefined) return 'unknown';
    // Values are relative to the first frame, or are absolute positions.
    const isRelative = start === 0 || start !== image_position?.[2];
    return { along: 'axis', mm: isRelative ? mm : mm - start };
  }
  const slice = vectorAt(dataset, 'x00540080', frame);
  const between = dataset.number('x00180088');
  if (slice === undefined || slice === 1) return undefined;
  return between === undefined ? 'unknown' : { along: 'normal', mm: (slice - 1) * between };
}

/** Cosine of the angle to the patient's long axis above which a plane is axial. */
const AXIAL = 0.999;

function moved(place: FramePlace, offset: Offset): FramePlace {
  const { image_position: position, image_orientation: orientation } = place;
  if (offset === undefined || position === null) return place;
  if (offset === 'unknown' || orientation === null) return { ...place, image_position: null };
  const normal = normalOf(orientation);
  const isAxial = Math.abs(normal[2] ?? 0) > AXIAL;
  // A dose grid counts axial planes along z, whatever the direction of their normal.
  const direction = offset.along === 'axis' && isAxial ? [0, 0, 1] : normal;
  return {
    ...place,
    image_position: position.map((mm, axis) => mm + offset.mm * (direction[axis] ?? 0)),
  };
}

function normalOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): number[] {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}
