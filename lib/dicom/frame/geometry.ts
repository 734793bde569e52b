/**
 * Position and pixel size of one frame in the patient. Values that differ by frame come from functional groups,
 * detectors of nuclear medicine or offsets of a dose grid.
 * Source: DICOM PS3.3 C.7.6.2, C.7.6.16.2, C.8.4.11, C.8.5.5, C.8.8.3.
 */
import type { DicomFrameGeometry } from '#contract/drives/dicom.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { framePlace } from './frame-position.ts';
import { macroItems } from './functional-groups.ts';
import { spacingOf } from './spacing.ts';

const PIXEL_MEASURES = 'x00289110';

/** Position, orientation and spacing of a frame. @param frame from 0. */
export function frameGeometry(dataset: DicomDataset, frame: number): Required<DicomFrameGeometry> {
  const [measures] = macroItems(dataset, frame, PIXEL_MEASURES);
  return {
    ...spacingOf(dataset, measures),
    slice_thickness: measures?.number('x00180050') ?? dataset.number('x00180050') ?? null,
    ...framePlace(dataset, frame),
  };
}

/** Largest number of frames with geometry in the summary; decoded frames still have it beyond that. */
const FRAMES_MAX = 4096;

/**
 * The first frame's geometry, and the differences by frame. With too many frames for a summary, differing values are
 * unknown rather than the first frame's.
 */
export function geometries(dataset: DicomDataset, frames: number) {
  const first = frameGeometry(dataset, 0);
  const hasOwn = frames > 1 && variesByFrame(dataset);
  if (!hasOwn) return { ...first, frame_geometry: null };
  if (frames > FRAMES_MAX) {
    return { ...first, image_position: null, image_orientation: null, frame_geometry: null };
  }
  const differences = Array.from({ length: frames }, (_, at) =>
    difference(first, at === 0 ? first : frameGeometry(dataset, at)),
  );
  const isShared = differences.every((each) => Object.keys(each).length === 0);
  return { ...first, frame_geometry: isShared ? null : differences };
}

const BY_FRAME = ['x52009230', 'x00540020', 'x00540080', 'x3004000c'];

function variesByFrame(dataset: DicomDataset): boolean {
  return BY_FRAME.some((tag) => dataset.element(tag) !== undefined);
}

function difference(first: DicomFrameGeometry, own: DicomFrameGeometry): DicomFrameGeometry {
  const entries = Object.entries(own);
  const before = new Map<string, unknown>(Object.entries(first));
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  );
}
