/** Builds a query's result for a study, series or instance, in the DICOM JSON Model. Source: DICOM PS3.18 10.6.3. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { type DicomJson, personName } from '#dicom/json-model.ts';

type Field = keyof DicomHeader;

interface Attribute {
  readonly tag: string;
  readonly keyword: string;
  readonly vr: string;
  readonly field: Field;
}

const STUDY: readonly Attribute[] = [
  { tag: '00080020', keyword: 'StudyDate', vr: 'DA', field: 'study_date' },
  { tag: '00080030', keyword: 'StudyTime', vr: 'TM', field: 'study_time' },
  { tag: '00080050', keyword: 'AccessionNumber', vr: 'SH', field: 'accession_number' },
  { tag: '00080090', keyword: 'ReferringPhysicianName', vr: 'PN', field: 'referring_physician' },
  { tag: '00081030', keyword: 'StudyDescription', vr: 'LO', field: 'study_description' },
  { tag: '00100010', keyword: 'PatientName', vr: 'PN', field: 'patient_name' },
  { tag: '00100020', keyword: 'PatientID', vr: 'LO', field: 'patient_id' },
  { tag: '00100030', keyword: 'PatientBirthDate', vr: 'DA', field: 'patient_birth_date' },
  { tag: '00100040', keyword: 'PatientSex', vr: 'CS', field: 'patient_sex' },
  { tag: '0020000D', keyword: 'StudyInstanceUID', vr: 'UI', field: 'study_uid' },
  { tag: '00200010', keyword: 'StudyID', vr: 'SH', field: 'study_id' },
];

const SERIES: readonly Attribute[] = [
  { tag: '00080060', keyword: 'Modality', vr: 'CS', field: 'modality' },
  { tag: '0008103E', keyword: 'SeriesDescription', vr: 'LO', field: 'series_description' },
  { tag: '0020000E', keyword: 'SeriesInstanceUID', vr: 'UI', field: 'series_uid' },
  { tag: '00200011', keyword: 'SeriesNumber', vr: 'IS', field: 'series_number' },
  { tag: '00180015', keyword: 'BodyPartExamined', vr: 'CS', field: 'body_part' },
];

const INSTANCE: readonly Attribute[] = [
  { tag: '00080016', keyword: 'SOPClassUID', vr: 'UI', field: 'sop_class_uid' },
  { tag: '00080018', keyword: 'SOPInstanceUID', vr: 'UI', field: 'instance_uid' },
  { tag: '00200013', keyword: 'InstanceNumber', vr: 'IS', field: 'instance_number' },
  { tag: '00280008', keyword: 'NumberOfFrames', vr: 'IS', field: 'frames' },
  { tag: '00280010', keyword: 'Rows', vr: 'US', field: 'rows' },
  { tag: '00280011', keyword: 'Columns', vr: 'US', field: 'columns' },
];

const LEVELS = {
  study: STUDY,
  series: [...STUDY, ...SERIES],
  instance: [...STUDY, ...SERIES, ...INSTANCE],
};
export type Level = keyof typeof LEVELS;

export function headerJson(level: Level, header: DicomHeader, extra: DicomJson): DicomJson {
  const own = LEVELS[level].map(({ tag, vr, field }) => [tag, attribute(vr, header[field])] as const);
  const all: [string, DicomJson[string]][] = [
    ...own.map(([tag, value]): [string, DicomJson[string]] => [tag, value]),
    ...Object.entries(extra),
  ];
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function attribute(vr: string, value: unknown): DicomJson[string] {
  if (value === null || value === undefined || value === '') return { vr };
  if (typeof value !== 'string') return { vr, Value: [value] };
  return { vr, Value: [vr === 'PN' ? personName(value) : value] };
}

/** Finds the attribute a query names, by keyword or tag; undefined when it cannot be matched at this level. */
export function attributeNamed(level: Level, name: string): Attribute | undefined {
  return LEVELS[level].find(({ tag, keyword }) => keyword === name || tag === name.toUpperCase());
}
