/**
 * Writes the patient and study attributes of a new object, equal to those of the study's files. Source: DICOM PS3.3
 * C.7.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { type Bytes, element } from './encode-elements.ts';

export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const UTF8 = 'ISO_IR 192';

/** Patient and study of a file, as its directory record states them. */
export type StudyHeader = Pick<
  DicomHeader,
  | 'patient_name'
  | 'patient_id'
  | 'study_uid'
  | 'study_date'
  | 'study_time'
  | 'study_id'
  | 'study_description'
  | 'accession_number'
>;

export interface ContentTime {
  /** Date of the object, `YYYYMMDD`. */
  readonly date: string;
  /** Time of the object, `HHMMSS`. */
  readonly time: string;
}

/** Formats the date and time of a new object in UTC, because an object does not state where it was made. */
export function contentTime(instant: string): ContentTime {
  const digits = instant.replaceAll(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 14) };
}

/** Declared only where a text needs it. */
export function characterSet(texts: readonly string[]): Bytes[] {
  const isAscii = texts.every((text) => /^[\x20-\x7e]*$/.test(text));
  return isAscii ? [] : [element(0x00080005, 'CS', UTF8)];
}

export function patientElements({
  patient_name,
  patient_id,
  patient_birth_date,
  patient_sex,
}: Pick<DicomHeader, 'patient_name' | 'patient_id' | 'patient_birth_date' | 'patient_sex'>): Bytes[] {
  return [
    element(0x00100010, 'PN', patient_name ?? ''),
    element(0x00100020, 'LO', patient_id ?? ''),
    element(0x00100030, 'DA', patient_birth_date ?? ''),
    element(0x00100040, 'CS', patient_sex ?? ''),
  ];
}
