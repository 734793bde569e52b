/** Whose a file on this computer is by what it says of itself, read before it is sent. */
import { NotDicomError, readDataset } from '#dicom/dataset.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import type { FileOwner } from '#records/identity/picture-owner.ts';

const PIXEL_DATA = 'x7fe00010';
/** Names stand at the beginning; what lies behind this is the picture. */
const HEAD_BYTES = 1024 * 1024;
const ELEMENTS_MAX = 8192;

/** Undefined for what is no DICOM file, or cannot be read here. */
export async function readOwner(file: Blob): Promise<FileOwner | undefined> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const header = headerSummary(readDataset(head, cannotInflate, PIXEL_DATA, ELEMENTS_MAX));
    const { patient_name, patient_id, patient_birth_date, study_date } = header;
    return { patient_name, patient_id, patient_birth_date, study_date };
  } catch {
    // The vault reads it once it is there, and the picture asks before it opens.
    return undefined;
  }
}

/** A page inflates nothing without a limit. */
function cannotInflate(): never {
  throw new NotDicomError();
}
