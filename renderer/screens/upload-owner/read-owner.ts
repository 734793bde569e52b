/** Reads the patient and date that a local file names, before it is sent. */

import { headerSummary } from '#dicom/header-summary.ts';
import { NotDicomError, readDataset } from '#dicom/read-dataset.ts';
import type { FileOwner } from '#records/identity/picture-owner.ts';

const PIXEL_DATA = 'x7fe00010';
/** Bytes read from the start, because names come before the pixel data. */
const HEAD_BYTES = 1024 * 1024;
const ELEMENTS_MAX = 8192;

/** Reads the patient and date a local DICOM file names; undefined if it is not DICOM or cannot be read here. */
export async function readOwner(file: Blob): Promise<FileOwner | undefined> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const header = headerSummary(readDataset(head, cannotInflate, PIXEL_DATA, ELEMENTS_MAX));
    const { patient_name, patient_id, patient_birth_date, study_date } = header;
    return { patient_name, patient_id, patient_birth_date, study_date };
  } catch {
    // The vault reads it after the upload, and the viewer asks before opening it.
    return undefined;
  }
}

/** Refuses deflated data, because a page must not inflate without a limit. */
function cannotInflate(): never {
  throw new NotDicomError();
}
