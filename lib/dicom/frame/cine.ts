/**
 * Playback speed of a cine loop: its recommended rate, else its acquisition time. Source: DICOM PS3.3 C.7.6.5, C.7.6.6.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

export interface Cine {
  /** Milliseconds per frame; between the first two where intervals differ. */
  readonly frame_time: number | null;
  /** Milliseconds from the previous frame to each frame, where intervals differ. */
  readonly frame_times: number[] | null;
}

/**
 * Largest number of frames with times of their own; longer loops are played at the interval of the first two
 * frames.
 */
const TIMES_MAX = 4096;

export function cineOf(dataset: DicomDataset, frames: number): Cine {
  const rate = positive(dataset.number('x00082144')) ?? positive(dataset.number('x00180040'));
  if (rate !== undefined) return { frame_time: 1000 / rate, frame_times: null };
  const time = positive(dataset.number('x00181063'));
  if (time !== undefined) return { frame_time: time, frame_times: null };
  const times = dataset.numbers('x00181065');
  const increments = times?.slice(1).filter((ms) => ms > 0) ?? [];
  if (times === undefined || times.length !== frames || increments.length !== frames - 1 || frames < 2) {
    return { frame_time: null, frame_times: null };
  }
  return { frame_time: increments[0] ?? null, frame_times: frames <= TIMES_MAX ? times : null };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}
