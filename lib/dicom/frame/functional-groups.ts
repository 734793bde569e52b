/**
 * Reads functional groups of enhanced objects: a frame's own, else those shared by all frames. Source: DICOM PS3.3
 * C.7.6.16.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

const SHARED = 'x52009229';
const PER_FRAME = 'x52009230';

/** Items of one macro's sequence for a frame. @param frame from 0. */
export function macroItems(dataset: DicomDataset, frame: number, sequence: string): DicomDataset[] {
  return groupsOf(dataset)(frame).flatMap((group) => group.items(sequence));
}

const known = new WeakMap<DicomDataset, (frame: number) => DicomDataset[]>();

/** Cached by data set, because a loop of a thousand frames reads them a thousand times. */
function groupsOf(dataset: DicomDataset): (frame: number) => DicomDataset[] {
  const kept = known.get(dataset);
  if (kept !== undefined) return kept;
  const shared = dataset.items(SHARED);
  const own = dataset.items(PER_FRAME);
  const groups = (frame: number) => [...own.slice(frame, frame + 1), ...shared];
  known.set(dataset, groups);
  return groups;
}
