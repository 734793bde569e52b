/** Whose a picture is by its own file, in words, to compare the key images of a report with. */

import type { JsonObject } from '#contract/documents/records.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { dicomDay, personName } from '#records/identity/dicom-words.ts';
import {
  type ExamOwner,
  type FileOwner,
  isOwnerConfirmed,
  type OwnerDifference,
  ownerDifferences,
} from '#records/identity/picture-owner.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import type { KnownPicture } from '#report/checks/identity/figure-owners.ts';

export function fileOwner(header: DicomHeader): FileOwner {
  const { patient_name, patient_id, patient_birth_date, study_date } = header;
  return { patient_name, patient_id, patient_birth_date, study_date };
}

export function knownPicture(
  node_id: string,
  file: FileOwner,
  owner: ExamOwner,
  attributes: JsonObject | null,
): KnownPicture {
  const [first] = ownerDifferences(file, owner);
  const whose = first === undefined ? null : wordOf(first, file);
  return { node_id, whose, is_said: isOwnerConfirmed(attributes, file) };
}

/** Says by what the file differs; a name says more than a number. */
function wordOf(difference: OwnerDifference, file: FileOwner): string {
  const day = (value: string | null) => {
    const read = dicomDay(value);
    return read === undefined ? (value ?? '') : shortDay(read);
  };
  if (difference === 'study_date') return day(file.study_date);
  const born = difference === 'birth_date' ? day(file.patient_birth_date) : '';
  return [personName(file.patient_name), file.patient_id, born].filter(Boolean).join(', ');
}
