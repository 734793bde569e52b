/** Reads the names of an object out of its first bytes, as it comes in. Source: DICOM PS3.10. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from './header-summary.ts';
import { type HeadBudget, openHead } from './open-dataset.ts';

const PIXEL_DATA = 'x7fe00010';
const UID = /^[0-9][0-9.]{0,63}$/;
/** A header that is longer names no patient: it fills the disk. */
const HEADER_MAX_CHARS = 64 * 1024;
/** Names stand at the beginning; senders and others wait while they are looked for. */
const BUDGET: HeadBudget = { elementsMax: 8192, inflatedMaxBytes: 1024 * 1024 };

/** The header of an object that has its own place among studies. */
export type InstanceHeader = DicomHeader & {
  readonly study_uid: string;
  readonly series_uid: string;
  readonly instance_uid: string;
};

/** Undefined where the bytes are not DICOM, or name no study, series and instance. */
export function readInstanceHeader(head: Uint8Array): InstanceHeader | undefined {
  try {
    const summary = headerSummary(openHead(head, PIXEL_DATA, BUDGET));
    // Where each of many frames lies names nobody, and is not counted.
    const header = { ...summary, frame_geometry: null, frame_times: null };
    return isInstance(header) && JSON.stringify(header).length <= HEADER_MAX_CHARS ? header : undefined;
  } catch {
    // Whatever a hostile head does to a parser, it is no instance.
    return undefined;
  }
}

export function isInstance(header: DicomHeader): header is InstanceHeader {
  return [header.study_uid, header.series_uid, header.instance_uid].every(
    (uid) => uid !== null && UID.test(uid),
  );
}
