/**
 * Writes a report's letter as a DICOM document of its study, so that an archive keeps it beside the pictures: the PDF's
 * exact bytes, titled and coded as an imaging report. Source: DICOM PS3.3 A.45.1, C.24.1, C.24.2.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { type Code, code } from './content-items.ts';
import type { MadeDocument } from './dicomdir.ts';
import { element, unsignedLong } from './encode-elements.ts';
import {
  characterSet,
  contentTime,
  EXPLICIT_LITTLE_ENDIAN,
  patientElements,
  type StudyHeader,
} from './patient-and-study.ts';

/** Patient and study of the letter, as the study's files state them. */
export type LetterStudy = StudyHeader &
  Pick<DicomHeader, 'patient_birth_date' | 'patient_sex' | 'referring_physician'>;

export interface Letter {
  readonly study: LetterStudy;
  readonly pdf: Uint8Array;
  /** Title of the exam, at most 1024 characters. */
  readonly title: string;
  /** Instant at which the version was sealed. */
  readonly sealed_at: string;
  readonly series_uid: string;
  readonly instance_uid: string;
}

const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';
const PDF_TYPE = 'application/pdf';
/** Above the series numbers of modalities, and of the measurements of this program. */
const LETTER_SERIES = 9003;
const REPORT: Code = { value: '18748-4', scheme: 'LN', meaning: 'Diagnostic imaging study' };

export function encapsulatedLetter(letter: Letter): MadeDocument {
  const { study, pdf, title, series_uid, instance_uid } = letter;
  const time = contentTime(letter.sealed_at);
  const header = {
    ...study,
    ...{ sop_class_uid: ENCAPSULATED_PDF, modality: 'DOC', series_number: LETTER_SERIES, instance_number: 1 },
    ...{ series_uid, instance_uid, transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN },
  };
  const { patient_name, patient_id, study_description, accession_number, referring_physician } = study;
  const texts = [
    ...[patient_name, patient_id, study_description, accession_number, referring_physician],
    ...[study.study_id, title],
  ];
  const dataSet = [
    ...characterSet(texts.map((text) => text ?? '')),
    element(0x00080016, 'UI', ENCAPSULATED_PDF),
    element(0x00080018, 'UI', instance_uid),
    element(0x00080020, 'DA', study.study_date ?? ''),
    element(0x00080023, 'DA', time.date),
    // Type 2: when the pictures were acquired stands in them.
    element(0x0008002a, 'DT', ''),
    element(0x00080030, 'TM', study.study_time ?? ''),
    element(0x00080033, 'TM', time.time),
    element(0x00080050, 'SH', accession_number ?? ''),
    element(0x00080060, 'CS', header.modality),
    element(0x00080064, 'CS', 'WSD'),
    element(0x00080070, 'LO', 'Sealed Records Vault'),
    element(0x00080090, 'PN', referring_physician ?? ''),
    element(0x00081030, 'LO', study_description ?? ''),
    ...patientElements(study),
    element(0x0020000d, 'UI', study.study_uid ?? ''),
    element(0x0020000e, 'UI', series_uid),
    element(0x00200010, 'SH', study.study_id ?? ''),
    element(0x00200011, 'IS', String(LETTER_SERIES)),
    element(0x00200013, 'IS', '1'),
    // The letter names the patient.
    element(0x00280301, 'CS', 'YES'),
    code(0x0040a043, REPORT),
    element(0x00420010, 'ST', title),
    element(0x00420011, 'OB', pdf),
    element(0x00420012, 'LO', PDF_TYPE),
    unsignedLong(0x00420015, pdf.length),
  ];
  const head = part10Head({
    sop_class_uid: ENCAPSULATED_PDF,
    instance_uid,
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    source_ae: '',
  });
  return {
    header,
    content: { ...time, title: REPORT, document_title: title },
    file: concatBytes([head, ...dataSet]),
  };
}
