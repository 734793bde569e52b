/**
 * Attributes of a worklist item that are returned and matched, by keyword, with their value representations. Source:
 * DICOM PS3.4 K.6.1.2.2.
 */
export const PROCEDURE_ATTRIBUTES = {
  AccessionNumber: 'SH',
  PatientName: 'PN',
  PatientID: 'LO',
  PatientBirthDate: 'DA',
  PatientSex: 'CS',
  StudyInstanceUID: 'UI',
  RequestedProcedureID: 'SH',
  RequestedProcedureDescription: 'LO',
} as const;

/** Attributes of the single item in `ScheduledProcedureStepSequence`. */
export const STEP_ATTRIBUTES = {
  Modality: 'CS',
  ScheduledStationAETitle: 'AE',
  ScheduledProcedureStepStartDate: 'DA',
  ScheduledProcedureStepStartTime: 'TM',
  ScheduledProcedureStepDescription: 'LO',
  ScheduledProcedureStepID: 'SH',
  ScheduledProcedureStepStatus: 'CS',
} as const;

export const WORKLIST_ATTRIBUTES = { ...PROCEDURE_ATTRIBUTES, ...STEP_ATTRIBUTES } as const;

export type WorklistAttribute = keyof typeof WORKLIST_ATTRIBUTES;

/** Values in DICOM notation; '' for none. */
export type WorklistItem = Readonly<Record<WorklistAttribute, string>>;

/** Matching keys of a modality's query; '' and absent match everything. */
export type WorklistKeys = Readonly<Partial<Record<WorklistAttribute, string>>>;

export function isWorklistAttribute(keyword: string): keyword is WorklistAttribute {
  return Object.hasOwn(WORKLIST_ATTRIBUTES, keyword);
}
