/**
 * Reads patient, study, series and instance of an object from its first bytes, while it arrives. Source: DICOM PS3.10.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from './header-summary.ts';
import { type HeadBudget, openHead } from './open-dataset.ts';

const PIXEL_DATA = 'x7fe00010';
const UID = /^[0-9][0-9.]{0,63}$/;
/** A longer header only fills the disk. */
const HEADER_MAX_CHARS = 64 * 1024;
/** Limits, because identifying elements are at the beginning and senders wait meanwhile. */
const BUDGET: HeadBudget = { elementsMax: 8192, inflatedMaxBytes: 1024 * 1024 };

/** Header of an object with study, series and instance UID. */
export type InstanceHeader = DicomHeader & {
  readonly study_uid: string;
  readonly series_uid: string;
  readonly instance_uid: string;
};

/**
 * Reads the identifying header of a DICOM object. Undefined for non-DICOM bytes, or without study, series and
 * instance UID.
 */
export function readInstanceHeader(head: Uint8Array): InstanceHeader | undefined {
  try {
    const summary = headerSummary(openHead(head, PIXEL_DATA, BUDGET));
    // Geometry per frame identifies nothing, so it does not count towards the limit.
    const header = { ...summary, frame_geometry: null, frame_times: null };
    return isInstance(header) && JSON.stringify(header).length <= HEADER_MAX_CHARS ? header : undefined;
  } catch {
    // A parser may throw anything on hostile bytes.
    return undefined;
  }
}

export function isInstance(header: DicomHeader): header is InstanceHeader {
  return [header.study_uid, header.series_uid, header.instance_uid].every(
    (uid) => uid !== null && UID.test(uid),
  );
}
