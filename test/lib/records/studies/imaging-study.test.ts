import { describe, expect, test } from 'vitest';
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { parseDocumentId } from '#contract/ids.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import {
  compareDemographics,
  recordNameParts,
  sentNameParts,
} from '#records/identity/compare-demographics.ts';
import {
  conflictsWith,
  dicomDay,
  examIdOfStudyUid,
  examOfStudy,
  isPatientOf,
  receivedStudy,
  studyPatient,
  studyUidOfExam,
} from '#records/studies/imaging-study.ts';

const EXAM = parseDocumentId('01a20140-b84f-7105-b7b9-d714460f39c3');
const patient: PatientSummary = {
  display_name: 'Kastellan, Mirela',
  legal_name: 'Kastellan, Mirela',
  birth_date: '1961-03-14T00:00:00.000Z',
  biological_sex: 'female',
  identifiers: [{ type: 'MR', value: '00482-117' }],
  external_id: null,
  tags: [],
};
const emptyHeader = headerSummary(
  openDataset(makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [element(0x00100010, 'PN', '')])),
);
const sent = { name: 'Kastellan^Mirella', id: '00482-117', birth_date: '1961-03-14', sex: 'F' };

describe('the UID an exam gives its study', () => {
  test('leads back to the exam, and no other UID does', () => {
    expect(examIdOfStudyUid(studyUidOfExam(EXAM))).toBe(EXAM);
    for (const uid of ['1.2.3', '2.25.', '2.25.01', `2.25.${'9'.repeat(39)}`, '2.25.1.2']) {
      expect(examIdOfStudyUid(uid)).not.toBe(EXAM);
    }
    expect(studyUidOfExam(EXAM).length).toBeLessThanOrEqual(64);
  });
});

describe('what a study says of itself', () => {
  const REPORT = {
    ...emptyHeader,
    ...{ study_uid: '1.2', modality: 'SR', patient_id: '00482-117', patient_name: 'Kastellan^Mirella' },
  };
  const PICTURE = {
    ...{ ...REPORT, modality: 'CT', patient_birth_date: '19610314', patient_sex: 'F' },
    ...{ study_date: '20260512', accession_number: 'A17', referring_physician: 'Dorn^Ada' },
  };

  test('is what any of its objects says, though a report that leaves it out came first', () => {
    const { exam_date, custom_attributes, modality } = examOfStudy([REPORT, PICTURE], false);
    expect({ exam_date, modality, custom_attributes }).toMatchObject({
      exam_date: '2026-05-12',
      modality: 'CT',
      custom_attributes: { accession_number: 'A17', dicom: { referring_physician: 'Dorn^Ada' } },
    });
    expect(studyPatient([REPORT, PICTURE])).toEqual(sent);
    expect(studyPatient([{ ...REPORT, patient_id: null }, PICTURE])).toEqual(sent);
    expect(custom_attributes.dicom.unmatched).toEqual(sent);
  });

  test('is of the first alone where another patient is among them', () => {
    const other = { ...PICTURE, patient_id: '7' };
    expect(studyPatient([REPORT, other])).toMatchObject({ id: '00482-117', birth_date: null });
    expect(studyPatient([{ ...REPORT, patient_id: null }, PICTURE, other])).toMatchObject({ id: null });
    expect(studyPatient([])).toEqual({ name: null, id: null, birth_date: null, sex: null });
  });
});

describe('isPatientOf and contradicts', () => {
  test('need identifier and birth date; a missing value contradicts nothing', () => {
    expect(isPatientOf(patient, sent)).toBe(true);
    expect(isPatientOf(patient, { ...sent, birth_date: null })).toBe(false);
    expect(isPatientOf(patient, { ...sent, id: '482117' })).toBe(false);
    expect(conflictsWith(patient, { ...sent, birth_date: null, id: null })).toBe(false);
    expect(conflictsWith(patient, { ...sent, birth_date: '1961-03-15' })).toBe(true);
    expect(conflictsWith(patient, { ...sent, id: 'another' })).toBe(true);
  });
});

describe('compareSent', () => {
  test('says of each value whether it is the same, and nothing where one is missing', () => {
    expect(compareDemographics(patient, sent)).toEqual({
      family_name: true,
      given_name: false,
      birth_date: true,
      sex: true,
      identifier: true,
    });
    expect(compareDemographics(patient, { name: null, id: null, birth_date: null, sex: null })).toEqual({
      family_name: null,
      given_name: null,
      birth_date: null,
      sex: null,
      identifier: null,
    });
  });

  test('reads names as DICOM and as people write them', () => {
    expect(sentNameParts('Yamada^Tarou=山田^太郎')).toEqual({ family: 'Yamada', given: 'Tarou' });
    expect(recordNameParts('Ada Marie Moreau')).toEqual({ family: 'Moreau', given: 'Ada Marie' });
  });
});

test('dicomDay takes days and nothing else', () => {
  expect(dicomDay('19610314')).toBe('1961-03-14');
  expect(dicomDay('19610231')).toBeUndefined();
  expect(dicomDay(null)).toBeUndefined();
});

test('sentStudy reads what earlier imports wrote', () => {
  expect(receivedStudy({ dicom: { study_instance_uid: '1.2', unmatched: { name: 'A', id: 1 } } })).toEqual({
    study_instance_uid: '1.2',
    unmatched: { name: 'A', id: null, birth_date: null, sex: null },
  });
  expect(receivedStudy({ dicom: { study_instance_uid: 3 } })).toBeUndefined();
  expect(receivedStudy(null)).toBeUndefined();
});
