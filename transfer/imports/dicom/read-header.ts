import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { type DicomDataset, type Inflate, readDataset } from '#dicom/read-dataset.ts';

const PIXEL_DATA = 'x7fe00010';

/** Reads a DICOM file's header. @throws Error with a message for the user when it is no DICOM file of a study. */
export function readHeader(bytes: Uint8Array, inflate: Inflate): DicomHeader {
  const header = headerSummary(open(bytes, inflate));
  if (header.study_uid === null || header.instance_uid === null) {
    throw new Error('This DICOM file has no UID of study or instance.');
  }
  return header;
}

function open(bytes: Uint8Array, inflate: Inflate): DicomDataset {
  try {
    return readDataset(bytes, inflate, PIXEL_DATA);
  } catch {
    throw new Error('This is not a DICOM file.');
  }
}
