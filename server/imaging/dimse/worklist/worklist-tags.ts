/** Maps tags of a worklist query to attributes. Source: DICOM PS3.4 table K.6-1, PS3.6 6. */
import type { WorklistAttribute } from '#dicom/worklist-attributes.ts';

export const CHARACTER_SET_TAG = 'x00080005';
export const STEPS_TAG = 'x00400100';

/** Attributes that are matched. */
const MATCHED: Readonly<Record<string, WorklistAttribute>> = {
  x00080050: 'AccessionNumber',
  x00080060: 'Modality',
  x00100010: 'PatientName',
  x00100020: 'PatientID',
  x00100030: 'PatientBirthDate',
  x00100040: 'PatientSex',
  x0020000d: 'StudyInstanceUID',
  x00321060: 'RequestedProcedureDescription',
  x00400001: 'ScheduledStationAETitle',
  x00400002: 'ScheduledProcedureStepStartDate',
  x00400003: 'ScheduledProcedureStepStartTime',
  x00400007: 'ScheduledProcedureStepDescription',
  x00400009: 'ScheduledProcedureStepID',
  x00400020: 'ScheduledProcedureStepStatus',
  x00401001: 'RequestedProcedureID',
};

/** Returned empty when requested, because the vault does not store them. Type 2 of table K.6-1. */
const EMPTY: Readonly<Record<string, string>> = {
  x00080090: 'ReferringPhysicianName',
  x00100021: 'IssuerOfPatientID',
  x00101030: 'PatientWeight',
  x00102000: 'MedicalAlerts',
  x00102110: 'Allergies',
  x00321032: 'RequestingPhysician',
  x00380010: 'AdmissionID',
  x00380050: 'SpecialNeeds',
  x00380300: 'CurrentPatientLocation',
  x00380500: 'PatientState',
  x00400006: 'ScheduledPerformingPhysicianName',
  x00400010: 'ScheduledStationName',
  x00400011: 'ScheduledProcedureStepLocation',
  x00401003: 'RequestedProcedurePriority',
  x00401004: 'PatientTransportArrangements',
  x00403001: 'ConfidentialityConstraintOnPatientDataDescription',
};

/** Returns the attribute a query key matches; undefined where it is not matched. */
export function matchedAttribute(tag: string): WorklistAttribute | undefined {
  return MATCHED[tag];
}

/** Returns the keyword of a returned attribute; undefined where it is not returned. */
export function answeredKeyword(tag: string): string | undefined {
  return MATCHED[tag] ?? EMPTY[tag];
}

export function isAnsweredEmpty(keyword: string): boolean {
  return Object.values(EMPTY).includes(keyword);
}
